import { limits } from '@tessera/contract';

/** Maximum simultaneous steps in a browser, such as connecting two assistants. Older ones are dropped. */
const openSteps = 4;

/** The cookies that a browser sent, and the path that identifies a step. */
interface Sent {
  readonly cookie: string | undefined;
  readonly path: string;
}

/**
 * Returns the cookies as the library expects them: with the step of this path only. The library gives all steps the
 * same cookie name and limits each to its path. Cookies with the prefix `__Host-` cannot be limited to a path, so the
 * browser stores a list of steps, newest first.
 */
export function cookieForLibrary({ cookie, path }: Sent, names: readonly string[]): string | undefined {
  return cookie
    ?.split(/;\s*/)
    .flatMap((pair) => {
      const [name, value] = splitPair(pair);
      if (!names.includes(name)) {
        return [pair];
      }
      const step = value.split('.').find((each) => isNamed(path, each));
      return step === undefined ? [] : [`${name}=${step}`];
    })
    .join('; ');
}

/** Converts a `Set-Cookie` of the library for the browser: adds the step to its list, or removes it. */
export function cookieForBrowser(setCookie: string, { cookie = '', path }: Sent, names: readonly string[]): string {
  const [pair = '', ...attributes] = setCookie.split(/;\s*/);
  const [name, step] = splitPair(pair);
  if (!names.includes(name)) {
    return setCookie;
  }
  const known = cookie.split(/;\s*/).map(splitPair);
  const [, list = ''] = known.find(([each]) => each === name) ?? [];
  const others = list.split('.').filter((each) => each !== step && !(step === '' && isNamed(path, each)));
  const steps = [step, ...others].filter((each) => each !== '').slice(0, openSteps);
  const kept = attributes.filter((attribute) => !/^(path|domain|expires|max-age)=/i.test(attribute));
  const life = `Max-Age=${steps.length === 0 ? 0 : limits.connectSeconds}`;
  return [`${name}=${steps.join('.')}`, 'Path=/', life, ...kept].join('; ');
}

function isNamed(path: string, step: string): boolean {
  return step !== '' && path.split(/[/?]/).includes(step);
}

function splitPair(pair: string): [string, string] {
  const at = pair.indexOf('=');
  return at === -1 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
}
