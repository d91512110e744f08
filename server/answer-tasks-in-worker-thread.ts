import { parentPort } from 'node:worker_threads';

/** The thread's side of a `TaskThread`: answers each task, or tells why it failed. */
export function answerTasks<Task, Answer>(run: (task: Task) => Answer | Promise<Answer>): void {
  parentPort?.on('message', (task: Task) => {
    void attempt(task).then((answer) => parentPort?.postMessage(answer));
  });

  async function attempt(task: Task): Promise<Answer | { readonly failed: string }> {
    try {
      return await run(task);
    } catch (error) {
      return { failed: String(error).slice(0, 300) };
    }
  }
}
