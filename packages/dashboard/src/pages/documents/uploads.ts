import { limits } from '@tessera/contract';
import { api, isRefusal } from '../../data/api.js';
import { textOf } from '../../text.js';

const namesTried = 9;
const takenCodes = ['document_changed', 'path_taken', 'precondition_failed'] as const;

/** Stores files next to a document. `failed` returns the text for a file that cannot be stored. */
export async function uploadAll(
  documentPath: string,
  files: readonly File[],
  failed: (error: unknown) => string,
): Promise<string> {
  const written = await Promise.all(files.map((file) => uploadBeside(documentPath, file).catch(failed)));
  return written.filter((text) => text !== '').join('\n');
}

/** Stores a file next to a document under an unused name. Returns Markdown that shows the file or links to it. */
async function uploadBeside(documentPath: string, file: File): Promise<string> {
  const most = limits.fileBytes / 1024 ** 2;
  if (file.size > limits.fileBytes) {
    const size = Math.ceil(file.size / 1024 ** 2);
    throw new Error(
      textOf('{name} has {size} MiB. A file can have at most {most} MiB.', { name: file.name, size, most }),
    );
  }
  const folder = documentPath.slice(0, documentPath.lastIndexOf('/'));
  const write = await writerOf(file);
  const [stem, ending] = nameOf(file, documentPath);
  for (let number = 1; ; number += 1) {
    const name = `${stem}${number === 1 ? '' : `-${number}`}${ending}`;
    try {
      await write(`${folder}/${name}`);
      return file.type.startsWith('image/') ? `![${stem}](${encodeURI(name)})` : `[${name}](${encodeURI(name)})`;
    } catch (error) {
      const isTaken = takenCodes.some((code) => isRefusal(error, code));
      if (!isTaken || number === namesTried) {
        throw error;
      }
    }
  }
}

/**
 * Returns a function that writes a new file. A large file is sent unchanged, and the browser reads it while sending.
 */
async function writerOf(file: File): Promise<(path: string) => Promise<unknown>> {
  if (file.size > limits.documentBytes) {
    return (path) => {
      const [repo = '', ...inRepo] = path.split('/');
      const params = { repo, path: inRepo.join('/') };
      return api().call('documents.put_raw', { params, query: { 'if-none-match': '*' }, body: file });
    };
  }
  const base64 = await base64Of(file);
  return (path) => api().call('documents.write', { body: { path, base64, base: null } });
}

/**
 * Splits a file name into stem and extension. Browsers name every pasted picture `image.png`, so that gets another
 * name.
 */
function nameOf(file: File, documentPath: string): [stem: string, ending: string] {
  const name = file.name.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-');
  const [, stem = name, ending = ''] = /^(.+?)(\.[^.]+)?$/.exec(name) ?? [];
  const own = documentPath.slice(documentPath.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '');
  return stem === 'image' ? [`${own}-image`, ending] : [stem, ending];
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error(textOf('The file could not be read.')));
    reader.readAsDataURL(file);
  });
}
