import { answerTasks } from '#server/answer-tasks-in-worker-thread.ts';

/** Tasks that a thread may be given: to remember a name, to fail, or to take all time or all memory. */
export type TrialTask = { count: string } | { fail: string } | { loop: true } | { fill: true };

export type TrialAnswer = { counted: readonly string[] } | { failed: string };

const counted: string[] = [];

answerTasks((task: TrialTask): TrialAnswer => {
  if ('fail' in task) throw new Error(task.fail);
  if ('count' in task) counted.push(task.count);
  const filled: object[] = [];
  while ('loop' in task || 'fill' in task) if ('fill' in task) filled.push(Array.from({ length: 1000 }, () => ({})));
  return { counted: [...counted] };
});
