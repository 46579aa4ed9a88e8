import { access } from './access.js';
import { actions } from './actions.js';
import { audit } from './audit.js';
import { collection } from './collection.js';
import { components } from './components.js';
import { credentials } from './credentials.js';
import { documents } from './documents.js';
import { editor } from './editor.js';
import { fields } from './fields.js';
import { filters } from './filters.js';
import { groups } from './groups.js';
import { history } from './history.js';
import { imports } from './import.js';
import { operator } from './operator.js';
import { overview } from './overview.js';
import { palette } from './palette.js';
import { people } from './people.js';
import { quality } from './quality.js';
import { queries } from './queries.js';
import { readers } from './readers.js';
import { record } from './record.js';
import { records } from './records.js';
import { rules } from './rules.js';
import { settings } from './settings.js';
import { sharing } from './sharing.js';
import { shell } from './shell.js';
import { sources } from './sources.js';
import { webhooks } from './webhooks.js';

/** The messages of the dashboard in Spanish. */
export const messages = {
  ...access,
  ...actions,
  ...audit,
  ...collection,
  ...components,
  ...credentials,
  ...fields,
  ...filters,
  ...groups,
  ...imports,
  ...operator,
  ...overview,
  ...palette,
  ...people,
  ...quality,
  ...queries,
  ...readers,
  ...record,
  ...records,
  ...rules,
  ...settings,
  ...sharing,
  ...shell,
  ...sources,
  ...webhooks,
  ...documents,
  ...editor,
  ...history,
};
