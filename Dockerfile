# The first stage builds, the second contains the service. No package runs an install script (.npmrc).
# No registry was at hand to pin a digest: pass --build-arg BASE=docker.io/library/node@sha256:... for a fixed base.
ARG BASE=docker.io/library/node:24.9.0-bookworm-slim

FROM ${BASE} AS build
WORKDIR /app
COPY . .
# What /health returns as the commit: docker build --build-arg COMMIT="$(git rev-parse HEAD)" .
ARG COMMIT=
RUN npm ci && npm run --silent build
# Only what the service needs at run time, without the sources.
RUN rm -rf node_modules packages/*/node_modules \
  && npm ci --omit=dev --workspace @tessera/server \
  && find packages \( -name src -o -name assembly -o -name scripts -o -name '*.map' -o -name '*.d.ts' -o -name '*.tsbuildinfo' \) -prune -exec rm -rf {} + \
  && rm -rf packages/cli packages/client

FROM ${BASE}
ARG COMMIT=
LABEL org.opencontainers.image.title="Tessera" \
  org.opencontainers.image.description="Self-hosted workspaces, access grants and record resolution for agents." \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.revision="${COMMIT}"
WORKDIR /app
ENV NODE_ENV=production SVC_HOST=0.0.0.0 SVC_PORT=8080 SVC_DATA_DIR=/data
COPY --from=build /app /app
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.SVC_PORT + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "packages/server/dist/main.js"]
