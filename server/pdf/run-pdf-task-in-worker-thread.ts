import { TaskThread } from '#server/run-tasks-in-worker-thread.ts';
import type { PdfAnswer, PdfTask } from './write-pdf-of-blocks-or-filled-docx-template-worker.ts';

/** The first document of a thread takes a second and 90 MB, mostly for the font, and later ones a fifth of a second. */
const createThread = () =>
  new TaskThread<PdfTask, PdfAnswer>({
    file: './pdf/write-pdf-of-blocks-or-filled-docx-template-worker.ts',
    timeout: 30_000,
    heap: 256,
  });

/** Uploaded templates are read in a thread of their own: no document is written after a hostile one. */
const reading = createThread();
const writing = createThread();

/** Runs tasks one after another. Undefined: the task exceeded the limits of the thread. */
export const runInPdfThread = (task: PdfTask): Promise<PdfAnswer | undefined> =>
  (task.task === 'places' ? reading : writing).run(task);
