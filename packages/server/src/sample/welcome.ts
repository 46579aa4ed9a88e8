import type { App } from '../app.js';
import type { Services } from '../platform/services.js';

/** Placeholder until the sample workspace exists: says where the service is. */
export async function welcome(services: Services, _app: App): Promise<void> {
  services.log.info({ url: services.baseUrl }, 'ready');
}
