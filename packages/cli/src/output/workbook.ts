/** Limits of a sheet in spreadsheet programs. */
const sheetMax = { rows: 1_048_576, cellCharacters: 32_767 } as const;
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const parts = {
  '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentType}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${spreadsheet}" xmlns:r="${office}/relationships"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
} as const;

/** Writes rows of text as one sheet. `write` receives the bytes of the workbook in order. */
export interface WorkbookWriter {
  /** Throws `RangeError` if the sheet is full. */
  readonly add: (cells: readonly string[]) => void;
  readonly end: () => void;
}

/**
 * Creates an .xlsx workbook while its rows arrive. All cells are text: none is a formula, and no code loses its zeros.
 * Longer text than a cell can contain is cut.
 */
export async function workbookWriter(write: (bytes: Uint8Array) => void): Promise<WorkbookWriter> {
  // Loaded when needed: a browser without a bundler does not find the package.
  const { strToU8, Zip, ZipDeflate, ZipPassThrough } = await import('fflate');
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    write(bytes);
  });
  for (const [path, xml] of Object.entries(parts)) {
    const part = new ZipPassThrough(path);
    zip.add(part);
    part.push(strToU8(declaration + xml), true);
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml');
  zip.add(sheet);
  sheet.push(strToU8(`${declaration}<worksheet xmlns="${spreadsheet}"><sheetData>`));
  let rows = 0;
  return {
    add: (cells) => {
      rows += 1;
      if (rows > sheetMax.rows) throw new RangeError(`A sheet has at most ${sheetMax.rows} rows: write a .csv.`);
      const xml = cells.map((cell, at) => cellXml(cell, `${letters(at)}${rows}`));
      sheet.push(strToU8(`<row r="${rows}">${xml.join('')}</row>`));
    },
    end: () => {
      sheet.push(strToU8('</sheetData></worksheet>'), true);
      zip.end();
    },
  };
}

/** The name of a column: A to Z, then AA. */
function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}

function cellXml(text: string, address: string): string {
  return `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${escaped(text.slice(0, sheetMax.cellCharacters))}</t></is></c>`;
}

/** Escapes text for XML. Characters that XML cannot contain are removed. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
