import type { Services } from '../platform/services.js';
import type { Mount } from './mount.js';
import { withHeaders } from './request.js';

/** Pages and routes whose responses name the description of the API. */
const describedPaths = ['/', '/health', '/docs', '/docs/*', '/llms.txt'];

const links = [
  '</openapi.json>; rel="service-desc"; type="application/json"',
  '</docs>; rel="service-doc"; type="text/html"',
  '</.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"',
].join(', ');

const catalogType = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
const securityTextDays = 180;

/**
 * What programs look for at fixed paths: the catalog of the API (RFC 9727), the contact for reports of vulnerabilities
 * (RFC 9116) if the operator has set one, and links to the description of the API (RFC 8631).
 */
export function mountConventions({ baseUrl, settings, clock }: Services): Mount {
  const contact = settings.SVC_SECURITY_CONTACT;
  return (app) => {
    for (const path of describedPaths) {
      app.use(path, withHeaders({ Link: links }));
    }
    app.get('/.well-known/api-catalog', (c) => {
      const catalog = {
        anchor: `${baseUrl}/`,
        'service-desc': [{ href: `${baseUrl}/openapi.json`, type: 'application/json' }],
        'service-doc': [{ href: `${baseUrl}/docs`, type: 'text/html' }],
        status: [{ href: `${baseUrl}/health`, type: 'application/json' }],
      };
      return c.body(JSON.stringify({ linkset: [catalog] }), 200, { 'Content-Type': catalogType, Link: links });
    });
    if (contact !== undefined) {
      app.get('/.well-known/security.txt', (c) => {
        const expires = new Date(clock().getTime() + securityTextDays * 86_400_000).toISOString();
        return c.text(`Contact: ${contact}\nExpires: ${expires}\n`);
      });
    }
  };
}
