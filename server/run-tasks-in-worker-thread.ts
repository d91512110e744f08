import type { Worker } from 'node:worker_threads';
import { startBundledWorkerThread } from '#server/start-bundled-worker-thread.ts';

export interface TaskThreadOptions {
  /** File of the thread, relative to this folder; it calls `answerTasks` (`answer-tasks-in-worker-thread.ts`). */
  readonly file: string;
  /** Milliseconds allowed for a task, beside the start of the thread. */
  readonly timeout: number;
  /** Maximum heap in megabytes. */
  readonly heap: number;
}

/** Milliseconds allowed for starting a thread: on a busy machine it takes seconds. */
const starting = 30_000;
/** Milliseconds after which an idle thread is ended: tasks often come in a row, and starting a thread takes 300. */
const idle = 30_000;

/**
 * A thread that does one task after the other, such as reading foreign bytes: if a task takes too much time or memory the
 * thread ends, the server is not affected, and the next task gets a new thread.
 */
export class TaskThread<Task, Answer> {
  readonly #options: TaskThreadOptions;
  #thread: Worker | undefined;
  #rest: NodeJS.Timeout | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: TaskThreadOptions) {
    this.#options = options;
  }

  /** Does a task when the earlier ones are done. Undefined: it exceeded a limit. */
  run(task: Task): Promise<Answer | undefined> {
    const answer = this.#turn.then(() => this.#run(task));
    this.#turn = answer.catch(() => {});
    return answer;
  }

  async #run(task: Task): Promise<Answer | undefined> {
    clearTimeout(this.#rest);
    const longest = this.#options.timeout + (this.#thread ? 0 : starting);
    this.#thread ??= this.#start();
    const worker = this.#thread;
    const answer = await new Promise<Answer | undefined>((resolve) => {
      const timer = setTimeout(() => done(undefined), longest);
      const gone = () => done(undefined);
      const done = (result: Answer | undefined) => {
        clearTimeout(timer);
        worker.off('message', done).off('exit', gone);
        resolve(result);
      };
      worker.on('message', done).on('exit', gone);
      worker.postMessage(task);
    });
    if (answer === undefined) await worker.terminate();
    else this.#rest = setTimeout(() => this.#dismiss(worker), idle).unref();
    return answer;
  }

  /** Ends a thread. Since that takes a moment, later tasks get a new one. */
  #dismiss(worker: Worker): void {
    if (this.#thread === worker) this.#thread = undefined;
    void worker.terminate();
  }

  #start(): Worker {
    const { file, heap } = this.#options;
    const worker = startBundledWorkerThread(file, { resourceLimits: { maxOldGenerationSizeMb: heap } });
    // out of memory, most likely; the end of the thread answers whoever waits for it
    worker.on('error', () => {});
    worker.on('exit', () => {
      if (this.#thread === worker) this.#thread = undefined;
    });
    worker.unref();
    return worker;
  }
}
