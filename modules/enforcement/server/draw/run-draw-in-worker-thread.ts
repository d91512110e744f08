import { TaskThread } from '#server/run-tasks-in-worker-thread.ts';
import type { DrawWorkerAnswer, DrawWorkerTask, ListRoots } from './random-draw-worker.ts';

/** A hundred thousand enterprises take two seconds and 120 MB. */
const thread = new TaskThread<DrawWorkerTask, DrawWorkerAnswer>({
  file: '../modules/enforcement/server/draw/random-draw-worker.ts',
  timeout: 60_000,
  heap: 512,
});

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

async function runInThread(task: DrawWorkerTask): Promise<Exclude<DrawWorkerAnswer, { readonly failed: string }>> {
  const answer = await thread.run(task);
  if (!answer) throw new Error('a draw took too much time or memory');
  if ('failed' in answer) throw new Error(answer.failed);
  return answer;
}
