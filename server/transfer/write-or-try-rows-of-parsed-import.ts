import type { Locale } from '#kernel/text/text.ts';
import type { Database, Transaction } from '#server/db/open-database.ts';
import { Refused } from '#server/refusal.ts';
import type { SkippedSheet } from '#server/sheets/read-and-written-sheet-types.ts';
import { locateErrorInSheets } from '#server/transfer/read/locate-error-in-sheets.ts';
import type { SkippedRow } from '#server/transfer/read/locate-header-and-skip-rows-outside-list-of-sheet.ts';
import type { MappedHeader } from '#server/transfer/read/map-sheet-columns-to-fields.ts';
import type { ImportError, ImportRow, ParsedImport } from '#server/transfer/read/parsed-import-types.ts';
import type { FaultyRow, FaultySheet } from '#server/transfer/read/write-workbook-of-import-errors.ts';
import { type ImportProgress, noProgress, saveProgress } from './save-and-find-import-progress.ts';

export type ImportMode = 'all_or_nothing' | 'valid_only';

export interface ImportReport {
  /** Rows of the sheet without header and hints. */
  total: number;
  /** Rows that could be written, whether or not they were. */
  valid: number;
  imported: number;
  /** The first thousand; the error workbook holds all. */
  errors: ImportError[];
  /** In a trial: the mapping of each column, with suggestions. */
  columns?: MappedHeader[];
  /** Rows outside the lists, such as titles, totals and notes: their number, and the first of each sheet. */
  skipped_count?: number;
  skipped?: (SkippedRow & { sheet?: string })[];
  /** In a workbook of several sheets: the one read as the list, and those skipped. */
  read_sheet?: string;
  passed_sheets?: readonly SkippedSheet[];
  /** Number of rows read of each further sheet. */
  lists?: { sheet: string; total: number }[];
}

type Values = Readonly<Record<string, unknown>>;
/** A tried row: its number, and what would be stored. */
export type TrialImportedRow = readonly [row: number, stored: Values];

export interface ImportRun {
  db: Pick<Database, 'transaction'>;
  /** The job, under which progress is saved; none for a trial. */
  job?: number;
  reading: ParsedImport;
  mode: ImportMode;
  /** A trial: nothing is stored, no number is used up, no lock is held. */
  dry: boolean;
  locale: Locale;
  /** Writes one row. A thrown `Refused` concerns the row; anything else ends the import. */
  writeRow: (tx: Transaction, values: Values, row: number) => Promise<void>;
  /** Runs the write pipeline of {@link ImportRun.writeRow} without storing. Returns what would be stored. */
  tryRow: (tx: Transaction, values: Values, row: number) => Promise<Values>;
  /** Further statements in the transaction that writes rows. */
  noteRows?: (tx: Transaction) => Promise<void>;
  /** Rows that would violate a unique constraint, with the reasons. */
  findDuplicates: (rows: readonly TrialImportedRow[]) => Promise<ReadonlyMap<number, Refused>>;
  /** Progress of an earlier run. */
  progress?: ImportProgress;
  signal?: AbortSignal;
  onProgress?: (done: number, total: number) => void;
}

export interface ImportOutcome {
  report: ImportReport;
  /**
   * Rows that were not imported, with their cells, for the error workbook; in `all_or_nothing` every row if one failed.
   */
  left: FaultyRow[];
  /** The same for further sheets: rows with such a parent, or with none. */
  leftOfLists: (FaultySheet & { name: string })[];
}

/**
 * Rows per transaction in `valid_only`. Each has a savepoint, and above 64 of them PostgreSQL no longer keeps the list
 * of subtransactions in memory, which makes every snapshot of other sessions read from disk.
 */
const PIECE = 50;
const maxErrors = 1000;

class TakeBack extends Error {}

/** Errors by row so far. Rows without an entry are undecided or valid. */
type Failures = Map<number, readonly ImportError[]>;

/**
 * Writes the rows of a sheet. `valid_only` writes valid rows in pieces and saves the progress of each; `all_or_nothing`
 * uses one transaction without savepoints. A trial, and the search for all errors of a refused sheet, check each row
 * without storing it.
 */
export async function runImport(given: ImportRun): Promise<ImportOutcome> {
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

/** Commits rows in pieces, each together with its progress. */
async function writePieces(given: ImportRun, progress: ImportProgress, failures: Failures): Promise<number> {
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
 * One transaction without savepoints: the first refused row ends it. Then, and if the sheet itself has errors, every
 * row is tried, so that all errors are reported at once.
 */
async function writeWhole(given: ImportRun, failures: Failures): Promise<number> {
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
  // rows refused only when stored pass a trial
  for (const [row, errors] of refused) if (!failures.has(row)) failures.set(row, errors);
  return 0;
}

/** Checks every row in short transactions that are rolled back; hooks may write in them. */
async function tryRows(given: ImportRun, failures: Failures): Promise<void> {
  const { rows } = given.reading;
  const open = rows.filter(({ values }) => values);
  let done = rows.length - open.length;
  for (const piece of pieces(open)) {
    given.signal?.throwIfAborted();
    const tried: TrialImportedRow[] = [];
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

async function takingBack(db: ImportRun['db'], work: (tx: Transaction) => Promise<void>): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      await work(tx);
      throw new TakeBack();
    });
  } catch (error) {
    if (!(error instanceof TakeBack)) throw error;
  }
}

/** Whether the row passed. A refused row leaves nothing in the transaction. */
async function attempt(
  tx: Transaction,
  row: ImportRow,
  failures: Failures,
  given: ImportRun,
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

function outcomeOf({ reading, mode, locale }: ImportRun, failures: Failures, imported: number): ImportOutcome {
  const ofRows = reading.rows.flatMap(({ row }) => failures.get(row) ?? []);
  // errors of a whole column are reported at the header
  const errors = [...reading.missing, ...ofRows, ...reading.astray];
  const report = {
    total: reading.rows.length,
    valid: reading.rows.length - failures.size,
    imported,
    errors: errors.slice(0, maxErrors),
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

/** The errors of a refused row by column; fields without a column are named themselves. */
function explain(error: Refused, row: ImportRow, { reading, locale }: ImportRun): ImportError[] {
  const errors = (error.data as { errors?: Readonly<Record<string, readonly string[]>> } | null)?.errors ?? {};
  const found = Object.entries(errors).flatMap(([place, messages]) =>
    messages.map((message) => ({ ...locateErrorInSheets(reading, row, place, locale), message })),
  );
  return found.length > 0 ? found : [{ row: row.row, column: '', field: '', message: error.messageIn(locale) }];
}
