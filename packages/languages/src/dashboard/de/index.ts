import { actions } from './actions.js';
import { audit } from './audit.js';
import { components } from './components.js';
import { palette } from './palette.js';
import { people } from './people.js';
import { settings } from './settings.js';
import { shell } from './shell.js';

/** The messages of the dashboard in German. */
export const messages = { ...actions, ...audit, ...components, ...palette, ...people, ...settings, ...shell };
