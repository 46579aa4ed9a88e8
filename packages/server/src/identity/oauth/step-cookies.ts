import { limits } from '@tessera/contract';

/** Steps that a browser can be in at a time, such as connecting two assistants; older ones are forgotten. */
const openSteps = 4;

/** What a browser sent: its cookies, and the path that names a step. */
interface Sent {
  readonly cookie: string | undefined;
  readonly path: string;
}

/**
 * The library limits each cookie to the path of one step, and names it alike for all. A name that begins with `__Host-` is
 * valid for all paths only, so the browser keeps a list of steps in it, newest first. This is what the library sees of it:
 * the step that the path names.
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

/** A `Set-Cookie` of the library as the browser gets it: the step is added to its list, or removed from it. */
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
