import { SheetError } from '#server/sheets/unreadable-or-unwritable-sheet-error.ts';
import { startBundledWorkerThread } from '#server/start-bundled-worker-thread.ts';
import { damagedLawFile } from './law-file-limits-and-errors.ts';
import type { LawFileAnswer, LawFileTask } from './law-file-worker.ts';
import type { LawText } from './split-law-text-into-articles.ts';

/** Milliseconds and megabytes of heap for one file; a law of a thousand articles takes a tenth of a second. */
const timeout = 15_000;
const heap = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

let turn: Promise<unknown> = Promise.resolve();

/**
 * Reads the text of a law from a .docx, .md or .txt file and splits it into articles, in a thread with limits of bytes,
 * heap and time. Throws a SheetError for what cannot be read.
 */
export function readLawFileInWorkerThread(file: Uint8Array, { patience = timeout } = {}): Promise<LawText> {
  const read = turn.then(() => readInThread({ file }, patience));
  turn = read.catch(() => undefined);
  return read;
}

async function readInThread(task: LawFileTask, patience: number): Promise<LawText> {
  const answer = await runThread(task, patience);
  if (answer && 'law' in answer) return answer.law;
  throw answer && 'refused' in answer ? new SheetError(answer.refused) : damagedLawFile();
}

/** Undefined: the file exceeded the limits of the thread. */
function runThread(task: LawFileTask, patience: number): Promise<LawFileAnswer | undefined> {
  const thread = startBundledWorkerThread('../modules/library/server/law/law-file-worker.ts', {
    workerData: task,
    resourceLimits: heap,
  });
  return new Promise((resolve) => {
    const done = (answer: LawFileAnswer | undefined) => {
      clearTimeout(timer);
      resolve(answer);
      void thread.terminate();
    };
    const timer = setTimeout(() => done(undefined), patience);
    thread.on('message', done);
    thread.on('error', () => done(undefined));
    thread.on('exit', () => done(undefined));
  });
}
