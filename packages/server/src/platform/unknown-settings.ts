import { closest } from 'fastest-levenshtein';

/**
 * Variables that configure the other programs: `svc`, its agent and the examples. A shell or service file may contain
 * both kinds.
 */
const clientVariables = [
  'SVC_AGENT_TOKEN',
  'SVC_API_KEY',
  'SVC_CONFIG_DIR',
  'SVC_TOKEN',
  'SVC_WORKSPACE',
  'SVC_WORKSPACE_ONLY',
];

const injectedName = /_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)$/;
const injectedAddress = /^(?:tcp|udp|sctp):\/\//;

/** Whether Kubernetes injects this variable for a Service whose name begins with `svc`. */
export function isInjected(name: string, value: string): boolean {
  return injectedName.test(name) || injectedAddress.test(value);
}

/**
 * Describes unknown variables that look like settings, in one line without their values; undefined if there are none.
 * Without this warning, a misspelled setting would silently have its default, such as an empty database.
 */
export function describeUnknownSettings(
  environment: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): string | undefined {
  const problems = Object.entries(environment)
    .filter(([name, value = '']) => /^SVC_/i.test(name) && value.trim() !== '' && !isInjected(name, value.trim()))
    .map(([name]) => name)
    .filter((name) => !known.includes(name) && !clientVariables.includes(name))
    .map((name) => `${name} is not a setting: did you mean ${closest(name.toUpperCase(), [...known])}?`);
  return problems.length === 0 ? undefined : `${problems.join(' ')} docs/settings.md lists all settings.`;
}
