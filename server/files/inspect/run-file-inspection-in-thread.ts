import type {
  InspectionResult,
  InspectionTask,
} from '#server/files/inspect/recognise-file-type-or-strip-pdf-metadata-worker.ts';
import { TaskThread } from '#server/run-tasks-in-worker-thread.ts';

/** Recognising a type takes 20 ms, rewriting a PDF of 10 MB 1,500; one full of small objects takes 120 MB. */
const createThread = () =>
  new TaskThread<InspectionTask, InspectionResult>({
    file: 'files/inspect/recognise-file-type-or-strip-pdf-metadata-worker.ts',
    timeout: 10_000,
    heap: 192,
  });

/** One thread per task: recognising a picture must not wait for a hostile PDF. */
const threads: Readonly<Record<InspectionTask['task'], TaskThread<InspectionTask, InspectionResult>>> = {
  type: createThread(),
  'plain-pdf': createThread(),
};

/**
 * Inspects foreign bytes in a thread: if they take too much time or memory the thread ends and the server is not
 * affected. Undefined: the file exceeded a limit.
 */
export const runFileInspectionInThread = (inspection: InspectionTask): Promise<InspectionResult | undefined> =>
  threads[inspection.task].run(inspection);
