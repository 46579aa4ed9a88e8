import { api } from '../../data/api.js';

/** Writes a file beside a document and answers the Markdown that shows it, or links to it. */
export async function uploadBeside(documentPath: string, file: File): Promise<string> {
  const folder = documentPath.slice(0, documentPath.lastIndexOf('/'));
  const name = file.name.normalize('NFC').replace(/[^\p{L}\p{N}._-]+/gu, '-');
  const body = { path: `${folder}/${name}`, base64: await base64Of(file), base: 'any' as const };
  await api().call('documents.write', { body });
  return file.type.startsWith('image/') ? `![${name}](${encodeURI(name)})` : `[${name}](${encodeURI(name)})`;
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
    reader.readAsDataURL(file);
  });
}
