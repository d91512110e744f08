import readAllSheets, { readSheet } from 'read-excel-file/universal';
import { cutWorksheetAfterRows } from '#server/sheets/scan-untrusted-xml.ts';
import { damagedWorkbook, maxUnpackedBytes } from '#server/sheets/sheet-limits-and-errors.ts';
import {
  packZipUncompressed,
  unpackBeginningsOfFiles,
  unpackZip,
} from '#server/sheets/unpack-untrusted-zip-and-repack-uncompressed.ts';
import {
  cellText,
  padLeadingZeros,
  refuseImplausibleCellPositions,
  xlsxNumberAsTypedText,
} from '#server/sheets/validate-xlsx-cell-positions-and-convert-cell-values.ts';
import {
  checkTagsOfStylesAndSharedStrings,
  digitsOfZeroPaddedStyles,
  indexPartsOfChosenSheets,
  isStylesOrSharedStringsPart,
  isWorkbookIndexPart,
  readWorkbookIndex,
  type SheetPart,
  type WorkbookIndex,
} from '#server/sheets/xlsx-workbook-and-style-parts.ts';

const limits = { size: maxUnpackedBytes, files: 2000 };

/** Compressed bytes of a sheet read for its beginning: some hundred rows. */
const beginningBytes = 64 * 1024;
/** Limits for the unpacked beginnings of all sheets. */
const beginnings = { size: 16 * 1024 * 1024, files: limits.files };

/** An .xlsx file whose sheets are read one at a time; other parts are neither unpacked, checked nor parsed. */
export class XlsxFile {
  readonly #file: Buffer;
  readonly #index: WorkbookIndex;

  constructor(file: Buffer) {
    this.#file = file;
    this.#index = readWorkbookIndex(unpackZip(file, isWorkbookIndexPart, limits));
  }

  /** In the order of their tabs. */
  get sheets(): readonly SheetPart[] {
    return this.#index.sheets;
  }

  /** All rows of a sheet as texts; formulas yield their stored values. */
  async read({ path }: SheetPart, mostRows: number): Promise<Iterable<string[]>> {
    const files = unpackZip(this.#file, (name) => name === path || isStylesOrSharedStringsPart(name), limits);
    const worksheet = files.get(path);
    if (!worksheet) throw damagedWorkbook();
    checkTagsOfStylesAndSharedStrings(files);
    refuseImplausibleCellPositions(worksheet, mostRows);
    files.set(path, padLeadingZeros(worksheet, digitsOfZeroPaddedStyles(files)));
    return textsOf(await readSheet(this.#archive(files, [path]), options));
  }

  /** The first rows of sheets; unreadable ones are omitted. */
  async readBeginnings(sheets: readonly SheetPart[], lines: number): Promise<Map<SheetPart, string[][]>> {
    const files = unpackBeginningsOfFiles(
      this.#file,
      new Set(sheets.map(({ path }) => path)),
      beginningBytes,
      beginnings,
    );
    const begun = new Map<SheetPart, string[][]>();
    const filled: SheetPart[] = [];
    for (const sheet of sheets) {
      const beginning = beginningOf(files.get(sheet.path), lines);
      files.delete(sheet.path);
      if (beginning === 'empty') begun.set(sheet, []);
      if (typeof beginning !== 'object') continue;
      files.set(sheet.path, beginning);
      filled.push(sheet);
    }
    if (filled.length === 0) return begun;
    for (const [name, content] of unpackZip(this.#file, isStylesOrSharedStringsPart, limits)) files.set(name, content);
    checkTagsOfStylesAndSharedStrings(files);
    const read = async (some: readonly SheetPart[]) => {
      const paths = some.map(({ path }) => path);
      const needed = [...files].filter(([name]) => isStylesOrSharedStringsPart(name) || paths.includes(name));
      const tables = await readAllSheets(this.#archive(new Map(needed), paths), options);
      for (const [at, sheet] of some.entries()) begun.set(sheet, [...textsOf(tables[at]?.data ?? [])]);
    };
    // read together, shared strings are parsed once; if one sheet is damaged, each is read by itself
    await read(filled).catch(async () => {
      for (const sheet of filled) await read([sheet]).catch(() => undefined);
    });
    return begun;
  }

  /** An uncompressed archive: the library would start threads to inflate it. */
  #archive(files: Map<string, Buffer>, paths: readonly string[]): ArrayBuffer {
    const archive = bytesOf(packZipUncompressed(new Map([...indexPartsOfChosenSheets(this.#index, paths), ...files])));
    files.clear();
    return archive;
  }
}

const options = { trim: false, parseNumber: xlsxNumberAsTypedText };

/** The XML of a sheet up to a row, completed with closing tags; undefined if it is damaged. */
function beginningOf(content: Buffer | undefined, lines: number): Buffer | 'empty' | undefined {
  try {
    const xml = content && cutWorksheetAfterRows(content.toString('latin1'), lines);
    if (xml === undefined || xml === '') return content && 'empty';
    const beginning = Buffer.from(xml, 'latin1');
    refuseImplausibleCellPositions(beginning, lines);
    return beginning;
  } catch {
    return undefined;
  }
}

/** Yields rows one at a time: all texts of a large sheet at once would double the memory. */
function* textsOf(rows: readonly (readonly unknown[])[]): Generator<string[]> {
  for (const row of rows) yield row.map(cellText);
}

/** The buffer as the library needs it; a large one is not copied. */
function bytesOf({ buffer, byteOffset, byteLength }: Buffer): ArrayBuffer {
  const whole = buffer as ArrayBuffer;
  return byteLength === whole.byteLength ? whole : whole.slice(byteOffset, byteOffset + byteLength);
}
