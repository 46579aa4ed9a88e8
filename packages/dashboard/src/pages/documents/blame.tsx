import { useQuery } from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import { Loaded } from '../../components/notices.js';
import { inWords } from '../../components/when.js';
import { textOf } from '../../text.js';
import classes from './history.module.css';
import { blamedVersionsQuery, blameQuery } from './queries.js';

/** The lines of a document, each with its last author and date. */
export function BlameView({ path, text }: { path: string; text: string }) {
  const blame = useQuery(blameQuery(path));
  const history = useQuery(blamedVersionsQuery(path));
  const versions = new Map(history.data?.versions.map((version) => [version.id, version]));
  return (
    <Loaded query={blame}>
      {({ lines }) => (
        <table className={classes.lines} aria-label={textOf('Who wrote which line')}>
          <tbody>
            {pieces(lines, text).map(({ first, version, content }) => {
              const written = versions.get(version);
              return (
                <tr key={first}>
                  <th scope="row">{written === undefined ? '' : `${written.by}, ${inWords(written.at)}`}</th>
                  <td>
                    <pre>{content}</pre>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </Loaded>
  );
}

/** Splits the text into groups of adjacent lines from the same version. */
function pieces(blamed: CallAnswer<'documents.blame'>['lines'], text: string) {
  const lines = text.split('\n');
  let first = 0;
  return blamed.map(({ version, count }) => {
    const content = lines.slice(first, first + count).join('\n');
    first += count;
    return { first, version, content };
  });
}
