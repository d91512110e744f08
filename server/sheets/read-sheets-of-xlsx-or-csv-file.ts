import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import {
  damagedWorkbook,
  maxChildSheetRows,
  maxImportRows,
  tooManyCharacters,
} from '#server/sheets/sheet-limits-and-errors.ts';
import type { SheetReadingAnswer, SheetReadingTask } from '#server/sheets/sheet-worker.ts';
import { SheetError } from '#server/sheets/unreadable-or-unwritable-sheet-error.ts';
import { startBundledWorkerThread } from '#server/start-bundled-worker-thread.ts';
import type { ReadRow, ReadSheet, SheetBeginning, SheetChoice } from './read-and-written-sheet-types.ts';

export interface ReadOptions {
  mostRows?: number;
  /** Milliseconds the thread may work on a file. */
  patience?: number;
  /** Chooses among several sheets. Default: the first visible one that is not an explanation. */
  choose?: (sheets: readonly SheetBeginning[]) => SheetChoice;
}

/** Milliseconds. 5,000 rows take about one second, a hostile .csv of 20 MB five. */
const PATIENCE = 30_000;

/** Heap of the reading thread in megabytes: 5,000 rows of 60 columns need about 100. */
const HEAP = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };

/** The chosen sheet of a workbook, and the requested further ones it has. */
export interface ReadWorkbook {
  readonly first: ReadSheet;
  /** The choice, if there were several sheets. */
  readonly choice?: SheetChoice;
  readonly also: readonly (ReadSheet | undefined)[];
}

/**
 * Reads an .xlsx or .csv file of at most 5,000 rows; its type is recognised by its bytes. Further sheets of a workbook,
 * of at most 20,000 rows, are read if they have one of the names given for each. Empty rows are omitted; row numbers
 * are those a person sees. Throws a SheetError for everything that cannot be read.
 *
 * The file is decoded, unpacked and parsed in a thread with limits of bytes, cells, heap and time, which ends before
 * this returns.
 */
export const readWorkbook = (
  file: Uint8Array | string,
  also: readonly (readonly string[])[],
  options: ReadOptions = {},
): Promise<ReadWorkbook> => runOneAtATime(() => readInThread(file, also, options));

/** {@link readWorkbook} for one sheet. */
export const readSheetFile = async (file: Uint8Array | string, options: ReadOptions = {}): Promise<ReadSheet> =>
  (await readWorkbook(file, [], options)).first;

async function readInThread(
  file: Uint8Array | string,
  also: readonly (readonly string[])[],
  options: ReadOptions,
): Promise<ReadWorkbook> {
  const { mostRows = maxImportRows, patience = PATIENCE, choose } = options;
  const task: SheetReadingTask = { file, also, mostRows, mostAlso: maxChildSheetRows, chosen: choose !== undefined };
  const thread = new SheetThread(task, patience);
  const sheets: { header: readonly string[]; headerRow: number; pieces: ReadRow[][] }[] = [];
  let choice: SheetChoice | undefined;
  for (let last = false; !last; ) {
    const answer = await thread.next(choice?.at);
    if ('beginnings' in answer) {
      choice = await thread.stopIfThrown(() => choose?.(answer.beginnings));
      continue;
    }
    const { sheet, header = [], headerRow = 1, rows } = answer;
    sheets[sheet] ??= { header, headerRow, pieces: [] };
    sheets[sheet].pieces.push(rows);
    last = answer.last;
  }
  const [first, ...others] = Array.from({ length: also.length + 1 }, (_, at): ReadSheet | undefined => {
    const read = sheets[at];
    return read && { header: read.header, headerRow: read.headerRow, rows: handOver(read.pieces) };
  });
  return {
    first: first ?? { header: [], headerRow: 1, rows: [] },
    also: others,
    ...(choice ? { choice } : {}),
  };
}

let turn: Promise<unknown> = Promise.resolve();

/** One thread at a time: it takes up to 200 MB, while the resulting rows take a tenth. */
function runOneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const mine = turn.then(work, work);
  turn = mine.catch(() => undefined);
  return mine;
}

/** Yields rows and releases each piece afterwards. */
function* handOver(pieces: ReadRow[][]): Generator<ReadRow, void, undefined> {
  for (let piece = pieces.shift(); piece; piece = pieces.shift()) yield* piece;
}

type Piece = Exclude<SheetReadingAnswer, { refused: unknown } | { failed: unknown }>;

/** The thread that reads the sheets of a file. It ends with the last piece, with a failure, or at its time limit. */
class SheetThread {
  readonly #worker: Worker;
  #left: number;
  #begun = false;
  #gone = false;

  constructor(task: SheetReadingTask, patience: number) {
    this.#left = patience;
    this.#worker = startBundledWorkerThread('sheets/sheet-worker.ts', {
      workerData: task,
      resourceLimits: HEAP,
    });
    this.#worker.on('error', () => undefined); // reported to the waiting reader; between two pieces nobody waits
    this.#worker.once('exit', () => {
      this.#gone = true;
    });
    this.#worker.unref();
  }

  /** The next message of the thread. After the beginnings of sheets, `chosen` is the index of the one to read. */
  async next(chosen?: number): Promise<Piece> {
    try {
      const answer = await this.#ask(chosen);
      if ('refused' in answer) throw new SheetError(answer.refused);
      if ('failed' in answer) throw damagedWorkbook(answer.failed);
      if ('last' in answer && answer.last) await this.#worker.terminate();
      return answer;
    } catch (error) {
      await this.#worker.terminate();
      throw error;
    }
  }

  /** Work between two messages; if it throws, the thread is stopped, because nobody would ask for the next one. */
  async stopIfThrown<T>(work: () => T): Promise<T> {
    try {
      return work();
    } catch (error) {
      await this.#worker.terminate();
      throw error;
    }
  }

  async #ask(chosen = 0): Promise<SheetReadingAnswer> {
    if (this.#gone) throw tooManyCharacters();
    const stop = new AbortController();
    const begun = performance.now();
    this.#worker.ref(); // keeps the process alive while a reader waits
    try {
      const { signal } = stop;
      const reply = once(this.#worker, 'message', { signal }) as Promise<[SheetReadingAnswer]>;
      const ended = once(this.#worker, 'exit', { signal }).then(() => Promise.reject(tooManyCharacters()));
      const late = new Promise<never>((_, reject) => {
        const timer = setTimeout(() => reject(tooManyCharacters()), this.#left);
        signal.addEventListener('abort', () => clearTimeout(timer));
      });
      ended.catch(() => undefined);
      if (this.#begun) this.#worker.postMessage(chosen);
      this.#begun = true;
      const [answer] = await Promise.race([reply, ended, late]);
      return answer;
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooManyCharacters() : error;
    } finally {
      this.#left -= performance.now() - begun;
      stop.abort();
      this.#worker.unref();
    }
  }
}
