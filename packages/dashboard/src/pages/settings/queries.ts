import { read } from '../../data/queries.js';

/** The workspace with its seats and billing. */
export const workspaceQuery = () => read('settings.get_workspace', {});

/** The workspace's own host. */
export const domainQuery = () => read('settings.get_domain', {});

/** The browser sessions in the workspace. */
export const sessionsQuery = () => read('settings.list_sessions', {});

/** The devices that were used in the workspace. */
export const devicesQuery = () => read('settings.list_devices', {});
