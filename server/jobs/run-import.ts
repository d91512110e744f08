import type { Locale } from '#kernel/text.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { Refused } from '#server/refusal.ts';
import type { FaultyRow } from '#server/sheets/error-workbook.ts';
import type { ImportError, ImportReading, ImportRow } from '#server/sheets/read-import.ts';

export type ImportMode = 'all_or_nothing' | 'valid_only';

export interface ImportReport {
  /** Rows of the sheet, without header and hints. */
  total: number;
  /** Rows that could be written, whether or not they were. */
  valid: number;
  imported: number;
  /** The first thousand; the error workbook holds all. */
  errors: ImportError[];
}

export interface Import {
  db: Pick<Database, 'transaction'>;
  reading: ImportReading;
  mode: ImportMode;
  /** Only tell what would happen: everything is tried and taken back. */
  dry: boolean;
  locale: Locale;
  /** Writes one row by the write path; what it throws as Refused belongs to the row, anything else ends the import. */
  writeRow: (tx: Transaction, values: Readonly<Record<string, unknown>>, row: number) => Promise<void>;
  signal?: AbortSignal;
  onProgress?: (done: number, total: number) => void;
}

export interface ImportOutcome {
  report: ImportReport;
  /** Rows that were not imported, with their cells, for the error workbook; in `all_or_nothing` every row when one failed. */
  left: FaultyRow[];
}

/** Rows of one transaction in `valid_only`: what is done stays done when a later batch meets a fault. */
const BATCH = 200;
const mostErrors = 1000;

class TakeBack extends Error {}

/**
 * Writes the rows of a sheet. `all_or_nothing` is one transaction that is rolled back when any row fails; `valid_only`
 * keeps the rows that pass. Every row stands behind a savepoint, so that one import tells of all bad rows at once.
 */
export async function runImport(given: Import): Promise<ImportOutcome> {
  const { reading, mode, dry } = given;
  const whole = mode === 'all_or_nothing';
  const writable = reading.rows.filter((row) => row.values);
  const failed = new Map<number, readonly ImportError[]>();
  const state = { done: reading.rows.length - writable.length, written: 0 };
  for (const batch of whole || dry ? [writable] : batches(writable)) {
    const before = state.written;
    try {
      await given.db.transaction(async (tx) => {
        for (const row of batch) await writeOne(given, tx, row, failed, state);
        if (dry || (whole && (failed.size > 0 || writable.length < reading.rows.length))) throw new TakeBack();
      });
    } catch (error) {
      if (!(error instanceof TakeBack)) throw error;
      state.written = before;
    }
  }
  const errors = [...reading.errors, ...[...failed.values()].flat()].sort((a, b) => a.row - b.row);
  const report: ImportReport = {
    total: reading.rows.length,
    valid: writable.length - failed.size,
    imported: state.written,
    errors: errors.slice(0, mostErrors),
  };
  const isLeft = (row: ImportRow) => (whole ? errors.length > 0 : !row.values || failed.has(row.row));
  const left = reading.rows
    .filter(isLeft)
    .map((row) => ({ row: row.row, cells: row.cells, errors: [...row.errors, ...(failed.get(row.row) ?? [])] }));
  return { report, left };
}

async function writeOne(
  given: Import,
  tx: Transaction,
  row: ImportRow,
  failed: Map<number, readonly ImportError[]>,
  state: { done: number; written: number },
): Promise<void> {
  given.signal?.throwIfAborted();
  await tx.query('savepoint import_row');
  try {
    await given.writeRow(tx, row.values ?? {}, row.row);
    state.written++;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await tx.query('rollback to savepoint import_row');
    failed.set(row.row, explain(error, row.row, given));
  }
  await tx.query('release savepoint import_row');
  state.done++;
  given.onProgress?.(state.done, given.reading.rows.length);
}

/** The refusal of a row in terms of its columns; what belongs to no column of the sheet names the field alone. */
function explain(error: Refused, row: number, { reading, locale }: Import): ImportError[] {
  const errors = (error.data as { errors?: Readonly<Record<string, readonly string[]>> } | null)?.errors ?? {};
  const found = Object.entries(errors).flatMap(([field, messages]) =>
    messages.map((message) => ({
      row,
      column: reading.columns.find(({ name }) => name === field)?.header ?? field,
      field,
      message,
    })),
  );
  return found.length > 0 ? found : [{ row, column: '', field: '', message: error.say(locale) }];
}

function batches(rows: readonly ImportRow[]): ImportRow[][] {
  return Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, i) => rows.slice(i * BATCH, (i + 1) * BATCH));
}
