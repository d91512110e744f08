import type { Worker } from 'node:worker_threads';
import type {
  InspectionResult,
  InspectionTask,
} from '#server/files/inspect/recognise-file-type-or-strip-pdf-metadata-worker.ts';
import { startBundledWorkerThread } from '#server/start-bundled-worker-thread.ts';

/** Milliseconds allowed per file: recognising its type takes 20, rewriting a PDF of 10 MB takes 1,500. */
const patience = 10_000;
/** The same for a thread's first file: on a busy machine starting the thread alone takes seconds. */
const patienceAtStart = 40_000;
/** Maximum heap in megabytes. A PDF of 10 MB full of small objects takes 120. */
const heap = 192;
/**
 * Milliseconds after which an idle thread is ended. Several files often come in a row, and starting a thread takes 300.
 */
const idle = 30_000;

/** A thread that processes one file after the other. */
class Inspector {
  #thread: Worker | undefined;
  #rest: NodeJS.Timeout | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  inspect(inspection: InspectionTask): Promise<InspectionResult | undefined> {
    const answer = this.#turn.then(() => this.#run(inspection));
    this.#turn = answer.catch(() => {});
    return answer;
  }

  async #run(inspection: InspectionTask): Promise<InspectionResult | undefined> {
    clearTimeout(this.#rest);
    const longest = this.#thread ? patience : patienceAtStart;
    this.#thread ??= this.#start();
    const worker = this.#thread;
    const finding = await new Promise<InspectionResult | undefined>((resolve) => {
      const timer = setTimeout(() => done(undefined), longest);
      const gone = () => done(undefined);
      const done = (answer: InspectionResult | undefined) => {
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

  /** Ends a thread. Since that takes a moment, later files get a new one. */
  #dismiss(worker: Worker): void {
    if (this.#thread === worker) this.#thread = undefined;
    void worker.terminate();
  }

  #start(): Worker {
    const worker = startBundledWorkerThread('files/inspect/recognise-file-type-or-strip-pdf-metadata-worker.ts', {
      resourceLimits: { maxOldGenerationSizeMb: heap },
    });
    // out of memory, most likely; the end of the thread rejects what waits for it
    worker.on('error', () => {});
    worker.on('exit', () => {
      if (this.#thread === worker) this.#thread = undefined;
    });
    worker.unref();
    return worker;
  }
}

/** One thread per task: recognising a picture must not wait for a hostile PDF. */
const inspectors: Readonly<Record<InspectionTask['task'], Inspector>> = {
  type: new Inspector(),
  'plain-pdf': new Inspector(),
};

/**
 * Inspects foreign bytes in a thread: if they take too much time or memory the thread ends and the server is not
 * affected. Undefined: the file exceeded a limit.
 */
export const runFileInspectionInThread = (inspection: InspectionTask): Promise<InspectionResult | undefined> =>
  inspectors[inspection.task].inspect(inspection);
