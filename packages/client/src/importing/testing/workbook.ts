import { strToU8, zipSync } from 'fflate';

/**
 * A cell of a workbook in a test: text, a number as stored, a day number with a date format, a number with the format `00000` or
 * `"A-"0000`, an error, or a formula with
 * the XML of its result.
 */
export type TestCell =
  | string
  | { readonly number: string }
  | { readonly day: number }
  | { readonly zeros: number }
  | { readonly shaped: string }
  | { readonly error: string }
  | { readonly formula: string; readonly type?: string }
  | null;

/** An .xlsx workbook with one sheet, in the form that spreadsheet programs write. `address` moves the last cell. `isAfterHidden` adds a hidden sheet before it. */
export function workbook(
  rows: readonly (readonly TestCell[])[],
  {
    address,
    isAfterHidden = false,
    merged = [],
  }: { readonly address?: string; readonly isAfterHidden?: boolean; readonly merged?: readonly string[] } = {},
): Buffer {
  const data = rows.map(
    (cells, row) => `<row r="${row + 1}">${cells.map((cell, at) => cellXml(cell, row, at)).join('')}</row>`,
  );
  const far = address === undefined ? '' : `<row><c r="${address}"><v>1</v></c></row>`;
  const hidden = isAfterHidden ? '<sheet name="Lists" sheetId="2" state="hidden" r:id="rId2"/>' : '';
  return zipped({
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${hidden}<sheet name="Products &amp; more" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet2.xml"/></Relationships>',
    'xl/styles.xml':
      '<styleSheet><numFmts count="2"><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="&quot;A-&quot;0000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${data.join('')}${far}</sheetData>${mergedXml(merged)}</worksheet>`,
    'xl/worksheets/sheet2.xml': '<worksheet><sheetData/></worksheet>',
  });
}

/** A ZIP archive of text files. */
export function zipped(entries: Readonly<Record<string, string>>): Buffer {
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(entries).map(([path, text]) => [path, strToU8(text)]))));
}

function cellXml(cell: TestCell, row: number, column: number): string {
  const at = `r="${String.fromCharCode(65 + column)}${row + 1}"`;
  if (cell === null) return '';
  if (typeof cell === 'string')
    return `<c ${at} t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  if ('error' in cell) return `<c ${at} t="e"><v>${cell.error}</v></c>`;
  if ('formula' in cell) {
    return `<c ${at}${cell.type === undefined ? '' : ` t="${cell.type}"`}><f>A1&amp;""</f>${cell.formula}</c>`;
  }
  if ('shaped' in cell) return `<c ${at} s="3"><v>${cell.shaped}</v></c>`;
  if ('zeros' in cell) return `<c ${at} s="2" t="n"><v>${cell.zeros}</v></c>`;
  return 'day' in cell ? `<c ${at} s="1"><v>${cell.day}</v></c>` : `<c ${at}><v>${cell.number}</v></c>`;
}

function mergedXml(ranges: readonly string[]): string {
  const cells = ranges.map((range) => `<mergeCell ref="${range}"/>`).join('');
  return cells === '' ? '' : `<mergeCells count="${ranges.length}">${cells}</mergeCells>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
