interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required?: boolean;
}

interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** The message of the person. `{name}` is an argument; a line whose arguments are all missing is left out. */
  readonly lines: readonly string[];
}

const collection: PromptArgument = {
  name: 'collection',
  description: 'The collection; by default the agent chooses it',
};

const prompts: readonly Prompt[] = [
  {
    name: 'find_record',
    title: 'Find a record',
    description: 'Finds the record that a code or a description means',
    arguments: [{ name: 'query', description: 'A code, a name or a description', required: true }, collection],
    lines: [
      'Find the record for: {query}',
      'Look in the collection {collection}.',
      'Use query_collection, or resolve if no collection is named. With low, ask me for the field in disambiguate_by. With none, say so. Report the external_id, and which values decided.',
    ],
  },
  {
    name: 'match_list',
    title: 'Match a list with records',
    description: 'Finds the record of each line of a list',
    arguments: [{ name: 'list', description: 'One name, code or description a line', required: true }, collection],
    lines: [
      'Find the record of each line of this list:\n\n{list}\n',
      'Look in the collection {collection}.',
      'Use resolve_records with up to 500 lines a call. Return a table: line, external_id, confidence. Leave external_id empty unless confidence is high, and list the alternatives of each low line below the table.',
    ],
  },
  {
    name: 'answer_from_documents',
    title: 'Answer from documents',
    description: 'Answers a question from the documents that the caller can read, with their paths',
    arguments: [{ name: 'question', description: 'The question', required: true }],
    lines: [
      'Answer from our documents: {question}',
      'Use search_documents, then read_document for what you rely on. Name the path after each statement. If the documents do not answer the question, say so.',
    ],
  },
];

/** The prompts as `prompts/list` returns them. */
export const listedPrompts = prompts.map(({ lines: _, ...prompt }) => ({
  ...prompt,
  arguments: [...prompt.arguments],
}));

interface PromptAnswer {
  readonly description: string;
  readonly messages: { readonly role: 'user'; readonly content: { readonly type: 'text'; readonly text: string } }[];
}

/** A problem with the name or the arguments of a prompt; its code is that of invalid parameters in JSON-RPC. */
class PromptProblem extends Error {
  readonly code = -32602;
}

/** The answer of `prompts/get`. Throws for an unknown name, and without an argument that the prompt needs. */
export function promptAnswer(name: string, given: Readonly<Record<string, string>> = {}): PromptAnswer {
  const prompt = prompts.find((each) => each.name === name);
  if (prompt === undefined) {
    throw new PromptProblem(`Unknown prompt: ${name}. prompts/list names those there are.`);
  }
  const values = new Map(prompt.arguments.map((each) => [each.name, given[each.name]?.trim() ?? '']));
  const missing = prompt.arguments.find((each) => each.required === true && values.get(each.name) === '');
  if (missing !== undefined) {
    throw new PromptProblem(`The prompt ${name} needs the argument ${missing.name}: ${missing.description}.`);
  }
  const used = prompt.lines.filter((line) =>
    [...values].every(([key, value]) => value !== '' || !line.includes(`{${key}}`)),
  );
  const text = used.join('\n').replace(/\{(\w+)\}/g, (_, key: string) => values.get(key) ?? '');
  return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
}
