/** Opens the browser's file dialog. */
export function chooseFiles(onFiles: (files: readonly File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.addEventListener('change', () => onFiles(Array.from(input.files ?? [])));
  input.click();
}
