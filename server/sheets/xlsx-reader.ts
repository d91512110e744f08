import readAllSheets, { readSheet } from 'read-excel-file/universal';
import { damagedWorkbook, maxUnpackedBytes } from '#server/sheets/sheet-limits.ts';
import { cellText, checkCells, numberText, padNumbers } from '#server/sheets/xlsx-cells.ts';
import {
  checkShared,
  indexParts,
  isIndex,
  isShared,
  paddedStyles,
  readIndex,
  type SheetPart,
  type WorkbookIndex,
} from '#server/sheets/xlsx-parts.ts';
import { closeAfterRows } from '#server/sheets/xml-scan.ts';
import { openBeginnings, openZip, storeZip } from '#server/sheets/zip-reader.ts';

const limits = { size: maxUnpackedBytes, files: 2000 };

/** Packed bytes of a sheet that are looked at to see what it holds: some hundred rows. */
const beginningBytes = 64 * 1024;
/** What the beginnings of all sheets may unfold to. */
const beginnings = { size: 16 * 1024 * 1024, files: limits.files };

/** An .xlsx file whose sheets are read one by one: what is not asked for is neither unpacked nor checked nor parsed. */
export class XlsxFile {
  readonly #file: Buffer;
  readonly #index: WorkbookIndex;

  constructor(file: Buffer) {
    this.#file = file;
    this.#index = readIndex(openZip(file, isIndex, limits));
  }

  /** In the order of their tabs. */
  get sheets(): readonly SheetPart[] {
    return this.#index.sheets;
  }

  /** All rows of a sheet; cells as texts, formulas count as the values saved with them. */
  async read({ path }: SheetPart, mostRows: number): Promise<Iterable<string[]>> {
    const files = openZip(this.#file, (name) => name === path || isShared(name), limits);
    const worksheet = files.get(path);
    if (!worksheet) throw damagedWorkbook();
    checkShared(files);
    checkCells(worksheet, mostRows);
    files.set(path, padNumbers(worksheet, paddedStyles(files)));
    return textsOf(await readSheet(this.#archive(files, [path]), options));
  }

  /** The first rows of sheets; those that cannot be read are left out. */
  async readBeginnings(sheets: readonly SheetPart[], lines: number): Promise<Map<SheetPart, string[][]>> {
    const files = openBeginnings(this.#file, new Set(sheets.map(({ path }) => path)), beginningBytes, beginnings);
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
    for (const [name, content] of openZip(this.#file, isShared, limits)) files.set(name, content);
    checkShared(files);
    const read = async (some: readonly SheetPart[]) => {
      const paths = some.map(({ path }) => path);
      const needed = [...files].filter(([name]) => isShared(name) || paths.includes(name));
      const tables = await readAllSheets(this.#archive(new Map(needed), paths), options);
      for (const [at, sheet] of some.entries()) begun.set(sheet, [...textsOf(tables[at]?.data ?? [])]);
    };
    // all at once the texts they share are gone through once; one that is amiss is no reason to know nothing of the others
    await read(filled).catch(async () => {
      for (const sheet of filled) await read([sheet]).catch(() => undefined);
    });
    return begun;
  }

  /** Handed on without compression: the library would start threads of its own to inflate. */
  #archive(files: Map<string, Buffer>, paths: readonly string[]): ArrayBuffer {
    const archive = bytesOf(storeZip(new Map([...indexParts(this.#index, paths), ...files])));
    files.clear();
    return archive;
  }
}

const options = { trim: false, parseNumber: numberText };

/** The XML of a sheet up to the end of some row, closed; undefined where something is amiss with it. */
function beginningOf(content: Buffer | undefined, lines: number): Buffer | 'empty' | undefined {
  try {
    const xml = content && closeAfterRows(content.toString('latin1'), lines);
    if (xml === undefined || xml === '') return content && 'empty';
    const beginning = Buffer.from(xml, 'latin1');
    checkCells(beginning, lines);
    return beginning;
  } catch {
    return undefined;
  }
}

/** One row after another: made all at once, the texts of a large table would stand beside its cells. */
function* textsOf(rows: readonly (readonly unknown[])[]): Generator<string[]> {
  for (const row of rows) yield row.map(cellText);
}

/** A buffer as the library takes it; a large one is not copied again. */
function bytesOf({ buffer, byteOffset, byteLength }: Buffer): ArrayBuffer {
  const whole = buffer as ArrayBuffer;
  return byteLength === whole.byteLength ? whole : whole.slice(byteOffset, byteOffset + byteLength);
}
