import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { ReadRow, ReadSheet, SheetBeginning, SheetChoice } from '#server/sheets/sheet.ts';
import { SheetError } from '#server/sheets/sheet-error.ts';
import { damagedWorkbook, maxImportRows, maxListRows, tooMuch } from '#server/sheets/sheet-limits.ts';
import type { SheetAnswer, SheetTask } from '#server/sheets/sheet-worker.ts';
import { startThread } from '#server/start-thread.ts';

export interface ReadOptions {
  mostRows?: number;
  /** Milliseconds the thread may work on a file. */
  patience?: number;
  /** Says which sheet of a workbook of several is meant; else it is the first in sight that explains no other. */
  choose?: (sheets: readonly SheetBeginning[]) => SheetChoice;
}

/** 5,000 rows take about one second here, the 20 MB of a hostile .csv five. */
const PATIENCE = 30_000;

/** Megabytes the reading thread may take: 5,000 rows of 60 columns have about 100 of heap. */
const HEAP = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };

/** The sheet of a workbook that is meant, and those asked for by name that are there. */
export interface ReadWorkbook {
  readonly first: ReadSheet;
  /** What was chosen, where there was a choice. */
  readonly choice?: SheetChoice;
  readonly also: readonly (ReadSheet | undefined)[];
}

/**
 * Reads an .xlsx or .csv file of at most 5,000 rows; what it is, its bytes tell. Of a workbook further sheets are read
 * that bear one of the names given for each, of at most 20,000 rows; a .csv has none. Rows without any content are left
 * out, numbers of rows stay those a person sees. Throws a SheetError for everything that cannot be read.
 *
 * Nothing of the file is decoded, unpacked or parsed on this side: a thread does it, within limits of bytes, cells,
 * heap and time, and is gone when this answers.
 */
export const readWorkbook = (
  file: Uint8Array | string,
  also: readonly (readonly string[])[],
  options: ReadOptions = {},
): Promise<ReadWorkbook> => inTurn(() => readInThread(file, also, options));

/** {@link readWorkbook} of one sheet alone. */
export const readSheetFile = async (file: Uint8Array | string, options: ReadOptions = {}): Promise<ReadSheet> =>
  (await readWorkbook(file, [], options)).first;

async function readInThread(
  file: Uint8Array | string,
  also: readonly (readonly string[])[],
  options: ReadOptions,
): Promise<ReadWorkbook> {
  const { mostRows = maxImportRows, patience = PATIENCE, choose } = options;
  const task: SheetTask = { file, also, mostRows, mostAlso: maxListRows, chosen: choose !== undefined };
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

/** One thread at a time: it takes up to 200 MB, of which the rows it leaves are a tenth. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = turn.then(work, work);
  turn = mine.catch(() => undefined);
  return mine;
}

/** What was handed over is let go. */
function* handOver(pieces: ReadRow[][]): Generator<ReadRow, void, undefined> {
  for (let piece = pieces.shift(); piece; piece = pieces.shift()) yield* piece;
}

type Piece = Exclude<SheetAnswer, { refused: unknown } | { failed: unknown }>;

/** The thread that holds the sheets of a file. It ends with the last piece, with a failure, or when its time is over. */
class SheetThread {
  readonly #worker: Worker;
  #left: number;
  #begun = false;
  #gone = false;

  constructor(task: SheetTask, patience: number) {
    this.#left = patience;
    this.#worker = startThread('sheets/sheet-worker.ts', {
      workerData: task,
      resourceLimits: HEAP,
    });
    this.#worker.on('error', () => undefined); // told to whoever waits; between two pieces nobody does
    this.#worker.once('exit', () => {
      this.#gone = true;
    });
    this.#worker.unref();
  }

  /** Its next answer; to the beginnings of sheets the place of the one to be read is told. */
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

  /** Work on this side between two answers: nobody would ask for the next one. */
  async stopIfThrown<T>(work: () => T): Promise<T> {
    try {
      return work();
    } catch (error) {
      await this.#worker.terminate();
      throw error;
    }
  }

  async #ask(chosen = 0): Promise<SheetAnswer> {
    if (this.#gone) throw tooMuch();
    const stop = new AbortController();
    const begun = performance.now();
    this.#worker.ref(); // while somebody waits the process stays
    try {
      const { signal } = stop;
      const reply = once(this.#worker, 'message', { signal }) as Promise<[SheetAnswer]>;
      const ended = once(this.#worker, 'exit', { signal }).then(() => Promise.reject(tooMuch()));
      const late = new Promise<never>((_, reject) => {
        const timer = setTimeout(() => reject(tooMuch()), this.#left);
        signal.addEventListener('abort', () => clearTimeout(timer));
      });
      ended.catch(() => undefined);
      if (this.#begun) this.#worker.postMessage(chosen);
      this.#begun = true;
      const [answer] = await Promise.race([reply, ended, late]);
      return answer;
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error;
    } finally {
      this.#left -= performance.now() - begun;
      stop.abort();
      this.#worker.unref();
    }
  }
}
