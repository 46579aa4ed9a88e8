/** Questions in the terminal, and the settings from the environment. */
import { createInterface } from 'node:readline';

/**
 * Runs an order of the command line, asks on standard input, and prints the receipt. The exit status is 1 without one.
 * @param {(text: string, ask: import('./desk.mjs').Ask) => Promise<string[] | undefined>} take
 */
export async function run(take) {
  const text = process.argv.slice(2).join(' ');
  if (text === '') {
    console.error("Say what is ordered: node order.mjs '12 of the black HP 78A for Müller GmbH'");
    process.exit(2);
  }
  const input = createInterface({ input: process.stdin });
  const answers = input[Symbol.asyncIterator]();
  const receipt = await take(text, async (question, choices) => {
    console.log([question, ...choices.map((choice) => `  - ${choice}`)].join('\n'));
    const { value = '' } = await answers.next();
    return value.trim();
  });
  input.close();
  console.log(receipt?.join('\n') ?? 'Not ordered.');
  if (receipt === undefined) process.exitCode = 1;
}

/** Exits if the credential is missing. */
export function settings() {
  const { SVC_BASE_URL: baseUrl = 'http://127.0.0.1:8080', SVC_TOKEN: token } = process.env;
  if (!token) {
    console.error('Set SVC_TOKEN to a token of the workspace (see README.md).');
    process.exit(2);
  }
  return { baseUrl, token };
}
