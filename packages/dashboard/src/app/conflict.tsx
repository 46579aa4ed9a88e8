import { lazy, Suspense, useEffect, useState } from 'react';
import { listenForConflict } from '../data/queries.js';

const ConflictDialog = lazy(() => import('./conflict-dialog.js').then((part) => ({ default: part.ConflictDialog })));

/** Shows that another tab has moved this browser to another workspace, as soon as a call tells so. */
export function Conflict() {
  const [found, setFound] = useState(false);
  useEffect(() => listenForConflict(() => setFound(true)), []);
  return found ? (
    <Suspense>
      <ConflictDialog />
    </Suspense>
  ) : null;
}
