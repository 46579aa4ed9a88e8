/** Reads the customer and the lines of an order from free text. A model does this better; what follows is the same. */

const words = { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, ten: 10, ein: 1, eine: 1, zwei: 2 };
const amount = `\\d{1,4}|${Object.keys(words).join('|')}`;
const units = 'x|×|pcs|pieces?|units?|packs?|Stück|Stk';
const quantity = new RegExp(`^(?:(${amount})(?:\\s*(?:${units}))?\\s+(?:of\\s+)?)?(?:the\\s+)?(.+)$`, 'iu');
const separator = new RegExp(`[;\\n]|,(?!\\d)|\\s(?:and|und)(?=\\s+(?:${amount})\\s)`, 'iu');
const politeness = /^(?:hello|hi|hallo)[\s,!]+|^(?:please|bitte)\s+|[,\s]+(?:please|bitte|thanks|danke)[.!]*$/giu;
const request = /^(?:we need|i need|order|send|ship|wir brauchen)\s+(?:us\s+)?/iu;
const buyer = /\s+(?:that|which)\s+\p{L}+\s+(?:bought|ordered|got|wanted)$/iu;
const headed = /^(?:for|für)\s+([^:\n]+):\s*(.+)$/isu;
const ended = /^(.+)\s(?:for|für)\s+(?:the\s+)?([^,;:\n]+?)[.!]*$/isu;

/**
 * The customer in the words of the text, undefined if it names none, and the lines.
 * @param {string} text
 * @returns {{ customer: string | undefined, lines: { quantity: number, text: string }[] }}
 */
export function readOrder(text) {
  const plain = text.trim().replace(politeness, '').replace(request, '');
  const [, above, below] = headed.exec(plain) ?? [];
  const [, before, last] = ended.exec(plain) ?? [];
  const lines = (below ?? before ?? plain).split(separator).map((line) => line.trim().replace(buyer, ''));
  return { customer: above ?? last, lines: lines.filter((line) => line !== '').map(readLine) };
}

/** @param {string} line */
function readLine(line) {
  const [, many, what = line] = quantity.exec(line) ?? [];
  const number = many === undefined ? 1 : new Map(Object.entries(words)).get(many.toLowerCase());
  return { quantity: number ?? Number(many), text: what };
}
