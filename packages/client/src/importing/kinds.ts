import { charactersOf, textOf } from './bytes.js';
import { type ImportSource, UnusableInput } from './source.js';

/** The first bytes of files that are not text, and what to do with them. */
const binaryKinds: readonly (readonly [start: string, kind: string])[] = [
  ['\x1f\x8b', 'compressed with gzip: unpack it first, as with gunzip'],
  ['BZh', 'compressed with bzip2: unpack it first, as with bunzip2'],
  ['\xfd7zXZ\0', 'compressed with xz: unpack it first, as with unxz'],
  ['\x28\xb5\x2f\xfd', 'compressed with zstd: unpack it first, as with unzstd'],
  ['7z\xbc\xaf\x27\x1c', 'a 7-Zip archive: unpack it, and import the file in it'],
  ['Rar!\x1a\x07', 'a RAR archive: unpack it, and import the file in it'],
  ['\xd0\xcf\x11\xe0', 'a workbook in the old format of Excel: save it as .xlsx or CSV'],
  ['%PDF-', 'a PDF document: export the table as CSV or .xlsx'],
  ['PAR1', "a Parquet file: convert it to CSV or NDJSON, as with `duckdb -c \"copy 'FILE' to 'FILE.csv'\"`"],
  ['Obj\x01', 'an Avro file: convert it to NDJSON, as with `avro-tools tojson`'],
  ['ORC', 'an ORC file: convert it to CSV or NDJSON'],
  ['ARROW1', 'an Arrow file: convert it to CSV or NDJSON'],
  ['SQLite format 3\0', 'an SQLite database: export the table as CSV, as with `sqlite3 -csv -header`'],
  ['PGDMP', 'a dump of PostgreSQL: export the table as CSV, as with `\\copy`'],
  ['\x89PNG', 'an image: export the table as CSV or .xlsx'],
  ['\xff\xd8\xff', 'an image: export the table as CSV or .xlsx'],
  ['{\\rtf', 'a text document (RTF): save the table as CSV or .xlsx'],
];

/** Parts of the first bytes of ZIP archives that are not workbooks of Excel. */
const zipKinds: readonly (readonly [part: RegExp, kind: string])[] = [
  [
    /mimetypeapplication\/vnd\.oasis\.opendocument\.spreadsheet/,
    'a spreadsheet of LibreOffice: save it as .xlsx or CSV',
  ],
  [/mimetypeapplication\/vnd\.oasis\.opendocument/, 'a document of LibreOffice: save the table as .xlsx or CSV'],
  [/xl\/workbook\.bin/, 'a binary workbook of Excel (.xlsb): save it as .xlsx or CSV'],
  [/word\/document\.xml|ppt\/presentation\.xml/, 'a document of Office: save the table as .xlsx or CSV'],
  [/Index\/Document\.iwa/, 'a document of Numbers: export it as .xlsx or CSV'],
];

/** The kinds of text that are not records, by their start. */
const textKinds: readonly (readonly [start: RegExp, kind: string])[] = [
  [
    /^<\?xml[\s\S]{0,300}progid="Excel\.Sheet"|^<\?xml[\s\S]{0,500}<(?:\w+:)?Workbook\b/,
    'a workbook in XML of Excel 2003: save it as .xlsx or CSV',
  ],
  [/^<\?xml[\s\S]{0,500}<(?:\w+:)?(?:feed|edmx:Edmx|service)\b/, 'XML of an API: request JSON, as with `$format=json`'],
  [/^<\?xml|^<[a-z][\w:.-]*(?:\s[^<>]*)?>/i, 'XML: export the records as CSV, JSON or .xlsx'],
  [
    /^(?:--[^\n]*\n|\/\*[\s\S]*?\*\/|\s)*(?:CREATE TABLE|INSERT INTO|PRAGMA|SET [A-Z_]+\s*=|COPY \S+ \()/i,
    'SQL: export the table as CSV',
  ],
  [/^BEGIN:VC(?:ARD|ALENDAR)/i, 'a file of contacts or dates: export it as CSV'],
  [/^version https:\/\/git-lfs\.github\.com/, 'a pointer of Git LFS: get the file itself with `git lfs pull`'],
];

const html = /^(?:<!--[\s\S]*?-->|<\?xml[^>]*>|\s)*(?:<!doctype\s+html|<html|<head|<meta|<body|<table|<style)/i;

/** Throws `UnusableInput` if a source is of another kind than records. It says what it is and what to do. */
export function checkKind(source: ImportSource, text: ImportSource): void {
  const kind =
    binaryKind(charactersOf(source.head)) ??
    textKind(
      textOf(text.head)
        .replace(/^\uFEFF/, '')
        .trimStart(),
    );
  if (kind !== undefined) throw new UnusableInput(`${source.name} is ${kind}.`);
}

function binaryKind(head: string): string | undefined {
  if (head.startsWith('PK')) return zipKinds.find(([part]) => part.test(head))?.[1];
  return binaryKinds.find(([start]) => head.startsWith(start))?.[1];
}

function textKind(head: string): string | undefined {
  if (!html.test(head)) return textKinds.find(([start]) => start.test(head))?.[1];
  const title = /<title[^>]*>([^<]{1,80})/i.exec(head)?.[1]?.replace(/\s+/g, ' ').trim();
  const named = title === undefined ? '' : ` ("${title}")`;
  const asksToSignIn = /type\s*=\s*["']?password|\b(?:sign|log)[ -]?in\b|anmelden|se connecter|iniciar sesión/i;
  if (asksToSignIn.test(`${title ?? ''} ${head}`) && !/<table/i.test(head)) {
    return `a web page that asks to sign in${named}, and not the file: download it again while you are signed in`;
  }
  return /<table/i.test(head)
    ? `a web page with a table${named}, whatever its name ends in: open it in a spreadsheet program and save it as .xlsx or CSV`
    : `a web page${named}, and not the file: download the file itself`;
}
