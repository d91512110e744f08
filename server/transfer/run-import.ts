import type { Locale } from '#kernel/text/text.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { Refused } from '#server/refusal.ts';
import type { PassedSheet } from '#server/sheets/sheet.ts';
import { type ImportProgress, noProgress, saveProgress } from '#server/transfer/import-progress.ts';
import type { FaultyRow, FaultySheet } from '#server/transfer/read/error-workbook.ts';
import type { MappedHeader } from '#server/transfer/read/import-columns.ts';
import type { ImportError, ImportReading, ImportRow } from '#server/transfer/read/import-reading.ts';
import { locateErrorInSheets } from '#server/transfer/read/locate-error-in-sheets.ts';
import type { SkippedRow } from '#server/transfer/read/place-header.ts';

export type ImportMode = 'all_or_nothing' | 'valid_only';

export interface ImportReport {
  /** Rows of the sheet, without header and hints. */
  total: number;
  /** Rows that could be written, whether or not they were. */
  valid: number;
  imported: number;
  /** The first thousand; the error workbook holds all. */
  errors: ImportError[];
  /** Of a trial: what each column is taken for, and what it could be. */
  columns?: MappedHeader[];
  /** Rows of the sheets that are none of their lists: titles, totals, notes. All of them, and the first of each sheet. */
  skipped_count?: number;
  skipped?: (SkippedRow & { sheet?: string })[];
  /** Of a workbook of several sheets: the one that was read as the list, and those that were passed over. */
  read_sheet?: string;
  passed_sheets?: readonly PassedSheet[];
  /** Rows read of each further sheet. */
  lists?: { sheet: string; total: number }[];
}

type Values = Readonly<Record<string, unknown>>;
/** A row on trial: its number, and what the write path would store of it. */
export type TriedRow = readonly [row: number, stored: Values];

export interface Import {
  db: Pick<Database, 'transaction'>;
  /** The job it is, by which it is found again after a break; none for a trial. */
  job?: number;
  reading: ImportReading;
  mode: ImportMode;
  /** Only tell what would happen: nothing is stored, no number is used up, nothing is held. */
  dry: boolean;
  locale: Locale;
  /** Writes one row by the write path; what it throws as Refused belongs to the row, anything else ends the import. */
  writeRow: (tx: Transaction, values: Values, row: number) => Promise<void>;
  /** Goes the way of {@link Import.writeRow} up to the statement that stores; answers what it would store. */
  tryRow: (tx: Transaction, values: Values, row: number) => Promise<Values>;
  /** What is kept of rows besides, in the transaction that writes them. */
  noteRows?: (tx: Transaction) => Promise<void>;
  /** Rows that would break a constraint, many at a time, and why. */
  findDuplicates: (rows: readonly TriedRow[]) => Promise<ReadonlyMap<number, Refused>>;
  /** Where an earlier run ended. */
  progress?: ImportProgress;
  signal?: AbortSignal;
  onProgress?: (done: number, total: number) => void;
}

export interface ImportOutcome {
  report: ImportReport;
  /** Rows that were not imported, with their cells, for the error workbook; in `all_or_nothing` every row when one failed. */
  left: FaultyRow[];
  /** The same of each further sheet: rows that belong to such a row, or to none. */
  leftOfLists: (FaultySheet & { name: string })[];
}

/**
 * Rows of one transaction in `valid_only`. Each stands behind a savepoint, and above 64 of them PostgreSQL no longer
 * keeps in memory which of them are part of the transaction: every snapshot of every other session then reads disk.
 */
const PIECE = 50;
const mostErrors = 1000;

class TakeBack extends Error {}

/** What is known of the rows so far: those not named are still to be decided, or good. */
type Failures = Map<number, readonly ImportError[]>;

/**
 * Writes the rows of a sheet. `valid_only` keeps the rows that pass, piece by piece, each with a note how far it is;
 * `all_or_nothing` is one transaction without savepoints. A trial, and the search for everything wrong with a sheet
 * that may not be imported, decide on each row without storing it.
 */
export async function runImport(given: Import): Promise<ImportOutcome> {
  const { reading, mode, dry } = given;
  const progress = given.progress ?? noProgress;
  const failures: Failures = new Map(progress.refusals);
  for (const { row, values, errors } of reading.rows)
    if (!values && row > progress.throughRow) failures.set(row, errors);
  let imported = progress.imported;
  if (dry) await tryRows(given, failures);
  else if (mode === 'valid_only') imported = await writePieces(given, progress, failures);
  else if (imported === 0) imported = await writeWhole(given, failures);
  return outcomeOf(given, failures, imported);
}

const pieces = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / PIECE) }, (_, i) => rows.slice(i * PIECE, (i + 1) * PIECE));

/** Commits row by row in pieces; a piece, and the note that it is done, are true together. */
async function writePieces(given: Import, progress: ImportProgress, failures: Failures): Promise<number> {
  const { rows } = given.reading;
  const open = rows.filter(({ row }) => row > progress.throughRow);
  let { imported } = progress;
  let done = rows.length - open.length;
  for (const piece of pieces(open)) {
    given.signal?.throwIfAborted();
    const refused: Failures = new Map();
    let written = 0;
    await given.db.transaction(async (tx) => {
      for (const row of piece) {
        if (!row.values) refused.set(row.row, row.errors);
        else if (await attempt(tx, row, refused, given, (values) => given.writeRow(tx, values, row.row))) written++;
        given.onProgress?.(++done, rows.length);
      }
      await given.noteRows?.(tx);
      const throughRow = piece.at(-1)?.row ?? 0;
      await saveProgress(tx, given.job, { throughRow, imported: imported + written, refusals: refused });
    });
    imported += written;
    for (const [row, errors] of refused) failures.set(row, errors);
  }
  return imported;
}

/**
 * One transaction, and no savepoint in it: the first row refused ends it. Then, and where the sheet itself is faulty,
 * every row is tried, so that one import tells of all bad rows at once.
 */
async function writeWhole(given: Import, failures: Failures): Promise<number> {
  const { rows } = given.reading;
  if (failures.size > 0 || given.reading.astray.length > 0) {
    await tryRows(given, failures);
    return 0;
  }
  const refused: Failures = new Map();
  try {
    await given.db.transaction(async (tx) => {
      for (const [i, row] of rows.entries()) {
        given.signal?.throwIfAborted();
        try {
          await given.writeRow(tx, row.values ?? {}, row.row);
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          refused.set(row.row, explain(error, row, given));
          throw new TakeBack();
        }
        given.onProgress?.(i + 1, rows.length);
      }
      await given.noteRows?.(tx);
      const last = { throughRow: rows.at(-1)?.row ?? 0, imported: rows.length, refusals: new Map() };
      await saveProgress(tx, given.job, last);
    });
    return rows.length;
  } catch (error) {
    if (!(error instanceof TakeBack)) throw error;
  }
  await tryRows(given, failures);
  // a row that only the storing of it refuses passes any trial
  for (const [row, errors] of refused) if (!failures.has(row)) failures.set(row, errors);
  return 0;
}

/** Decides on every row in short transactions that are taken back; hooks may write in them, nothing is stored. */
async function tryRows(given: Import, failures: Failures): Promise<void> {
  const { rows } = given.reading;
  const open = rows.filter(({ values }) => values);
  let done = rows.length - open.length;
  for (const piece of pieces(open)) {
    given.signal?.throwIfAborted();
    const tried: TriedRow[] = [];
    await takingBack(given.db, async (tx) => {
      for (const row of piece) {
        await attempt(tx, row, failures, given, async (values) => {
          tried.push([row.row, await given.tryRow(tx, values, row.row)]);
        });
        given.onProgress?.(++done, rows.length);
      }
    });
    const duplicates = await given.findDuplicates(tried);
    for (const row of piece) {
      const error = duplicates.get(row.row);
      if (error) failures.set(row.row, explain(error, row, given));
    }
  }
}

async function takingBack(db: Import['db'], work: (tx: Transaction) => Promise<void>): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      await work(tx);
      throw new TakeBack();
    });
  } catch (error) {
    if (!(error instanceof TakeBack)) throw error;
  }
}

/** Whether the row passed. What was refused leaves nothing in the transaction. */
async function attempt(
  tx: Transaction,
  row: ImportRow,
  failures: Failures,
  given: Import,
  work: (values: Values) => Promise<void>,
): Promise<boolean> {
  await tx.query('savepoint import_row');
  let refused: Refused | undefined;
  try {
    await work(row.values ?? {});
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refused = error;
    await tx.query('rollback to savepoint import_row');
    failures.set(row.row, explain(error, row, given));
  }
  await tx.query('release savepoint import_row');
  return refused === undefined;
}

function outcomeOf({ reading, mode, locale }: Import, failures: Failures, imported: number): ImportOutcome {
  const ofRows = reading.rows.flatMap(({ row }) => failures.get(row) ?? []);
  // what is wrong with a whole column stands at the header
  const errors = [...reading.missing, ...ofRows, ...reading.astray];
  const report = {
    total: reading.rows.length,
    valid: reading.rows.length - failures.size,
    imported,
    errors: errors.slice(0, mostErrors),
    ...(reading.lists.length > 0
      ? { lists: reading.lists.map(({ list, rows }) => ({ sheet: list.title[locale], total: rows.length })) }
      : {}),
  };
  const isLeft = (row: number | undefined) =>
    mode === 'all_or_nothing' ? errors.length > 0 : row === undefined || failures.has(row);
  const left = reading.rows
    .filter(({ row }) => isLeft(row))
    .map(({ row, cells }) => ({ row, cells, errors: (failures.get(row) ?? []).filter(({ sheet }) => !sheet) }));
  const leftOfLists = reading.lists.map(({ list, header, rows }) => {
    const name = list.title[locale];
    const errorsByRow = new Map<number, ImportError[]>();
    for (const one of errors)
      if (one.sheet === name) errorsByRow.set(one.row, [...(errorsByRow.get(one.row) ?? []), one]);
    const faulty = rows.filter(({ whole }) => isLeft(whole));
    return {
      name,
      header,
      rows: faulty.map(({ part: { row, cells } }) => ({ row, cells, errors: errorsByRow.get(row) ?? [] })),
    };
  });
  return { report, left, leftOfLists };
}

/** The refusal of a row in terms of its columns; what belongs to no column of the sheets names the field alone. */
function explain(error: Refused, row: ImportRow, { reading, locale }: Import): ImportError[] {
  const errors = (error.data as { errors?: Readonly<Record<string, readonly string[]>> } | null)?.errors ?? {};
  const found = Object.entries(errors).flatMap(([place, messages]) =>
    messages.map((message) => ({ ...locateErrorInSheets(reading, row, place, locale), message })),
  );
  return found.length > 0 ? found : [{ row: row.row, column: '', field: '', message: error.messageIn(locale) }];
}
