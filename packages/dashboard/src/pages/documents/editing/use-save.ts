import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sayDone } from '../../../components/basics.js';
import { isRefusal, useChange } from '../../../data/api.js';
import { textOf } from '../../../text.js';

/** The text to save, and whether the editor stays open. */
export interface Saved {
  readonly text: string;
  readonly message: string;
  /** The content with which the text was merged. Default: the content from which editing started. */
  readonly base?: string;
  readonly stays?: boolean;
}

/** Saves a document. If it was changed meanwhile, the refusal is a conflict. */
export function useSave(options: {
  path: string;
  base: string;
  onSaved: (blob: string, text: string) => void;
  onClose: () => void;
}) {
  const { path, base, onSaved, onClose } = options;
  const write = useChange('documents.write', ['repos']);
  const client = useQueryClient();
  const [conflict, setConflict] = useState(false);
  const [error, setError] = useState<unknown>();
  const save = async ({ text, message, base: seen = base, stays = false }: Saved): Promise<void> => {
    setError(undefined);
    try {
      const body = { path, text, base: seen, ...(message.trim() === '' ? {} : { message }) };
      const { status, document } = await write.mutateAsync({ body });
      onSaved(document.blob, text);
      setConflict(false);
      sayDone(status === 'unchanged' ? textOf('There were no changes.') : textOf('Saved.'));
      if (!stays) {
        client.removeQueries({ queryKey: ['documents.read'] });
        onClose();
      }
    } catch (refusal) {
      if (isRefusal(refusal, 'document_changed')) {
        setConflict(true);
      } else {
        setError(refusal);
      }
    }
  };
  return { save, conflict, endConflict: () => setConflict(false), error, busy: write.isPending };
}
