import type { Worker } from 'node:worker_threads';
import type { Finding, Inspection } from '#server/files/inspect/inspect-worker.ts';
import { startThread } from '#server/start-thread.ts';

/** Milliseconds one file may take: its type is known after 20, a PDF of 10 MB written anew after 1,500. */
const patience = 10_000;
/** The same for its first file: on a busy machine starting the thread takes seconds, and is nobody's fault. */
const patienceAtStart = 40_000;
/** Megabytes of heap; a PDF of 10 MB full of small objects takes 120. */
const heap = 192;
/** Milliseconds an idle thread is kept: files of one form come one after the other, and starting it takes 300. */
const idle = 30_000;

/** A thread that takes one file after the other. */
class Inspector {
  #thread: Worker | undefined;
  #rest: NodeJS.Timeout | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  inspect(inspection: Inspection): Promise<Finding | undefined> {
    const answer = this.#turn.then(() => this.#run(inspection));
    this.#turn = answer.catch(() => {});
    return answer;
  }

  async #run(inspection: Inspection): Promise<Finding | undefined> {
    clearTimeout(this.#rest);
    const longest = this.#thread ? patience : patienceAtStart;
    this.#thread ??= this.#start();
    const worker = this.#thread;
    const finding = await new Promise<Finding | undefined>((resolve) => {
      const timer = setTimeout(() => done(undefined), longest);
      const gone = () => done(undefined);
      const done = (answer: Finding | undefined) => {
        clearTimeout(timer);
        worker.off('message', done).off('exit', gone);
        resolve(answer);
      };
      worker.on('message', done).on('exit', gone);
      worker.postMessage(inspection);
    });
    if (finding === undefined) await worker.terminate();
    else this.#rest = setTimeout(() => this.#dismiss(worker), idle).unref();
    return finding;
  }

  /** A thread takes a moment to end; whoever asks in that moment is given another. */
  #dismiss(worker: Worker): void {
    if (this.#thread === worker) this.#thread = undefined;
    void worker.terminate();
  }

  #start(): Worker {
    const worker = startThread('files/inspect/inspect-worker.ts', { resourceLimits: { maxOldGenerationSizeMb: heap } });
    // out of memory, most likely; whoever waits hears of it by its end
    worker.on('error', () => {});
    worker.on('exit', () => {
      if (this.#thread === worker) this.#thread = undefined;
    });
    worker.unref();
    return worker;
  }
}

/** One thread per question: who waits for the type of a picture does not wait for somebody's hostile PDF. */
const inspectors: Readonly<Record<Inspection['task'], Inspector>> = {
  type: new Inspector(),
  'plain-pdf': new Inspector(),
};

/**
 * Foreign bytes are looked at in threads of their own: what takes too long or too much ends the thread, and the server
 * goes on answering meanwhile. Undefined: the file was too much for it.
 */
export const inspect = (inspection: Inspection): Promise<Finding | undefined> =>
  inspectors[inspection.task].inspect(inspection);
