import { lazy, Suspense, useEffect, useState } from 'react';
import { listenForConflict } from '../data/queries.js';

const ConflictDialog = lazy(() => import('./conflict-dialog.js').then((part) => ({ default: part.ConflictDialog })));

/** Shows the dialog when a call reports that another tab has switched the workspace. */
export function Conflict() {
  const [found, setFound] = useState(false);
  useEffect(() => listenForConflict(() => setFound(true)), []);
  return found ? (
    <Suspense>
      <ConflictDialog />
    </Suspense>
  ) : null;
}
