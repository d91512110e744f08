import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { ReadRow, ReadSheet } from '#server/sheets/sheet.ts';
import { SheetError } from '#server/sheets/sheet-error.ts';
import { damagedWorkbook, mostImportRows, tooMuch } from '#server/sheets/sheet-limits.ts';
import type { SheetAnswer, SheetTask } from '#server/sheets/sheet-worker.ts';
import { startThread } from '#server/start-thread.ts';

export interface ReadOptions {
  mostRows?: number;
  /** Milliseconds the thread may work on a file. */
  patience?: number;
}

/** 5,000 rows take about one second here, the 20 MB of a hostile .csv five. */
const PATIENCE = 30_000;

/** Megabytes of heap of the reading thread: 5,000 rows of 60 columns take about 100. */
const HEAP = 256;

/**
 * Reads an .xlsx or .csv file of at most 5,000 rows; what it is, its bytes tell. Rows without any content are left
 * out, numbers of rows stay those a person sees. Throws a SheetError for everything that cannot be read.
 *
 * Nothing of the file is decoded, unpacked or parsed on this side: a thread does it, within limits of bytes, cells,
 * heap and time, and hands over some rows when asked for them.
 */
export async function readSheetFile(file: Uint8Array | string, options: ReadOptions = {}): Promise<ReadSheet> {
  const task: SheetTask = { file, mostRows: options.mostRows ?? mostImportRows };
  const { thread, first } = await inTurn(async () => {
    const one = new SheetThread(task, options.patience ?? PATIENCE);
    return { thread: one, first: await one.next() };
  });
  return { header: first.header ?? [], rows: iterate(thread, first), close: () => thread.end() };
}

let turn: Promise<unknown> = Promise.resolve();

/** One sheet at a time is parsed: it takes up to 300 MB, of which its rows are a tenth. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = turn.then(work, work);
  turn = mine.catch(() => undefined);
  return mine;
}

async function* iterate(thread: SheetThread, first: Piece): AsyncGenerator<ReadRow, void, undefined> {
  try {
    for (let piece = first; ; piece = await thread.next()) {
      yield* piece.rows;
      if (piece.last) return;
    }
  } finally {
    await thread.end();
  }
}

type Piece = Extract<SheetAnswer, { rows: unknown }>;

/** The thread that holds one sheet. It ends with the last piece, with a failure, or when its time is over. */
class SheetThread {
  readonly #worker: Worker;
  #left: number;
  #begun = false;
  #gone = false;

  constructor(task: SheetTask, patience: number) {
    this.#left = patience;
    this.#worker = startThread('sheets/sheet-worker.ts', {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: HEAP },
    });
    this.#worker.on('error', () => undefined); // told to whoever waits; between two pieces nobody does
    this.#worker.once('exit', () => {
      this.#gone = true;
    });
    this.#worker.unref();
  }

  async next(): Promise<Piece> {
    try {
      const answer = await this.#ask();
      if (!('rows' in answer))
        throw 'refused' in answer ? new SheetError(answer.refused) : damagedWorkbook(answer.failed);
      if (answer.last) await this.end();
      return answer;
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  async #ask(): Promise<SheetAnswer> {
    if (this.#gone) throw tooMuch();
    const stop = new AbortController();
    const begun = performance.now();
    this.#worker.ref(); // while somebody waits the process stays
    try {
      const { signal } = stop;
      const told = once(this.#worker, 'message', { signal }) as Promise<[SheetAnswer]>;
      const ended = once(this.#worker, 'exit', { signal }).then(() => Promise.reject(tooMuch()));
      const late = new Promise<never>((_, reject) => {
        const timer = setTimeout(() => reject(tooMuch()), this.#left);
        signal.addEventListener('abort', () => clearTimeout(timer));
      });
      ended.catch(() => undefined);
      if (this.#begun) this.#worker.postMessage('next');
      this.#begun = true;
      const [answer] = await Promise.race([told, ended, late]);
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
