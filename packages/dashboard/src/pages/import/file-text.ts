/** Texts of a file piece by piece, so that a large one does not fill the memory. */
export async function* textOf(file: File): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  for await (const chunk of piecesOf(file)) {
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

const pieceBytes = 1024 * 1024;

async function* piecesOf(file: File): AsyncGenerator<ArrayBuffer, void, undefined> {
  for (let start = 0; start < file.size; start += pieceBytes) {
    yield await file.slice(start, start + pieceBytes).arrayBuffer();
  }
}
