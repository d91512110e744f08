import { startBundledWorkerThread } from '#server/start-bundled-worker-thread.ts';
import type { DrawWorkerAnswer, DrawWorkerTask, ListRoots } from './random-draw-worker.ts';

/** Milliseconds and megabytes of heap: a hundred thousand enterprises take two seconds and 120 MB. */
const timeout = 60_000;
const heap = 512;

/** What a drawn result is made of. */
export type DrawnResult = Exclude<DrawWorkerAnswer, { readonly roots: ListRoots } | { readonly failed: string }>;

/** Roots of frozen lists. */
export async function computeListRootsInWorkerThread(
  task: DrawWorkerTask & { readonly task: 'roots' },
): Promise<ListRoots> {
  const answer = await runInThread(task);
  if (!('roots' in answer)) throw new Error('roots were not computed');
  return answer.roots;
}

/** The draw, or which list is not the one committed to. */
export async function runDrawInWorkerThread(task: DrawWorkerTask & { readonly task: 'draw' }): Promise<DrawnResult> {
  const answer = await runInThread(task);
  if ('roots' in answer || 'failed' in answer) throw new Error('nothing was drawn');
  return answer;
}

/** A thread for each task: lists are frozen and drawn a few times a year. */
function runInThread(task: DrawWorkerTask): Promise<Exclude<DrawWorkerAnswer, { readonly failed: string }>> {
  const thread = startBundledWorkerThread('../modules/enforcement/server/draw/random-draw-worker.ts', {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: heap },
  });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => end(() => reject(new Error('a draw took too long'))), timeout);
    const end = (settle: () => void) => {
      clearTimeout(timer);
      settle();
      void thread.terminate();
    };
    thread.on('message', (answer: DrawWorkerAnswer) =>
      end(() => ('failed' in answer ? reject(new Error(answer.failed)) : resolve(answer))),
    );
    thread.on('error', (error) => end(() => reject(error)));
    thread.on('exit', (code) => end(() => reject(new Error(`the thread of a draw ended with ${code}`))));
  });
}
