/** The files of a drop, also those in folders, in the order of their paths. Hidden files are left out. */
export async function filesIn(data: DataTransfer): Promise<File[]> {
  const entries = Array.from(data.items, (item) => item.webkitGetAsEntry());
  // A script that drops files gives no entries.
  if (entries.every((entry) => entry === null)) return Array.from(data.files);
  const found = await Promise.all(entries.map((entry) => (entry === null ? [] : filesBelow(entry))));
  return found.flat();
}

async function filesBelow(entry: FileSystemEntry): Promise<File[]> {
  if (entry.name.startsWith('.')) return [];
  if (entry.isFile) {
    return [await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const below: FileSystemEntry[] = [];
  for (;;) {
    // A folder is listed in parts, of which the last is empty.
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) break;
    below.push(...part);
  }
  below.sort((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));
  return (await Promise.all(below.map(filesBelow))).flat();
}
