import { startBundledWorkerThread } from '#server/start-bundled-worker-thread.ts';
import type { PdfAnswer, PdfTask } from './write-pdf-of-blocks-or-filled-docx-template-worker.ts';

/** Milliseconds and megabytes of heap for one document; two seconds and 90 MB are usual, mostly for the font. */
const timeout = 30_000;
const heap = 256;

let turn: Promise<unknown> = Promise.resolve();

/** Runs tasks one after another, each in a new thread. Undefined: the task exceeded the limits of the thread. */
export function runInPdfThread(task: PdfTask): Promise<PdfAnswer | undefined> {
  const answer = turn.then(() => run(task));
  turn = answer.catch(() => {});
  return answer;
}

function run(task: PdfTask): Promise<PdfAnswer | undefined> {
  const thread = startBundledWorkerThread('./pdf/write-pdf-of-blocks-or-filled-docx-template-worker.ts', {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: heap },
  });
  return new Promise((resolve) => {
    const timer = setTimeout(() => done(undefined), timeout);
    const done = (answer: PdfAnswer | undefined) => {
      clearTimeout(timer);
      resolve(answer);
      void thread.terminate();
    };
    thread.on('message', done);
    thread.on('error', () => done(undefined));
    thread.on('exit', () => done(undefined));
  });
}
