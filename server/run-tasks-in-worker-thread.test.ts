import { expect, test } from 'vitest';
import { TaskThread } from '#server/run-tasks-in-worker-thread.ts';
import type { TrialAnswer, TrialTask } from '../test/support/trial-task-worker.ts';

const createThread = () =>
  new TaskThread<TrialTask, TrialAnswer>({ file: '../test/support/trial-task-worker.ts', timeout: 1000, heap: 48 });

test('tasks are done one after the other, in one thread', async () => {
  const thread = createThread();
  const answers = await Promise.all([thread.run({ count: 'first' }), thread.run({ count: 'second' })]);
  expect(answers).toEqual([{ counted: ['first'] }, { counted: ['first', 'second'] }]);
});

test('what a task throws is its answer, and the thread goes on', async () => {
  const thread = createThread();
  await thread.run({ count: 'first' });
  expect(await thread.run({ fail: 'no such place' })).toEqual({ failed: 'Error: no such place' });
  expect(await thread.run({ count: 'second' })).toEqual({ counted: ['first', 'second'] });
});

test.each(['time', 'memory'] as const)(
  'a task that takes too much %s ends its thread, and the next has another',
  async (what) => {
    const thread = createThread();
    await thread.run({ count: 'first' });
    const [answer, next] = await Promise.all([
      thread.run(what === 'time' ? { loop: true } : { fill: true }),
      thread.run({ count: 'second' }),
    ]);
    expect(answer).toBeUndefined();
    expect(next).toEqual({ counted: ['second'] });
  },
);
