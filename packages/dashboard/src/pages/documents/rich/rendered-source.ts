import { queryClient, read } from '../../../data/queries.js';

const pendingMs = 2_000;
const triesMax = 5;

/** The HTML of a part of a document in the form that readers see, sanitized by the service. Empty if there is none. */
export async function renderedSource(path: string, text: string): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    try {
      const query = read('documents.render', { body: { path, text } });
      const { html, reason } = await queryClient.fetchQuery({ ...query, staleTime: 60_000 });
      if (html !== null || reason !== 'pending' || tries === triesMax) {
        return html ?? '';
      }
      queryClient.removeQueries({ queryKey: query.queryKey });
    } catch {
      return '';
    }
    await new Promise((resolve) => window.setTimeout(resolve, pendingMs));
  }
}
