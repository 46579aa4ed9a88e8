import type { Services } from '../platform/services.js';

/**
 * The name of a URL's host, however it is spelled: in lower case, without port and without the dot of the root. Pages,
 * cookies, redirects and links compare hosts in this form only.
 */
export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/\.+$/, '');
}

/** Whether DNS cannot delegate a name: it is one label such as `localhost`, or an address. */
export function isLocalHost(host: string): boolean {
  return /^(?:[^.]*|[\d.]+)$/.test(host);
}

/** The names of the service's own hosts: that of its address, and that of its magic links if they have another. */
export function hostsOfService({ baseUrl, settings }: Pick<Services, 'baseUrl' | 'settings'>): string[] {
  return [hostOf(baseUrl), hostOf(settings.SVC_MAGIC_LINK_BASE ?? baseUrl)];
}
