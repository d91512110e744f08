import { startBundledWorkerThread } from '#server/start-bundled-worker-thread.ts';
import type { FeedAnswer, FeedTask } from './feed-parsing-worker.ts';
import type { FeedFault } from './parse-rss-or-atom-feed.ts';
import type { IncomingItem } from './validate-and-mask-incoming-post.ts';

/** Milliseconds and megabytes of heap for one feed; a thousand entries take a quarter of a second. */
const timeout = 30_000;
const heap = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

let turn: Promise<unknown> = Promise.resolve();

/** Reads the entries of a feed in a thread with limits of heap and time, one feed at a time. */
export function parseFeedInWorkerThread(
  task: FeedTask,
  patience = timeout,
): Promise<readonly IncomingItem[] | FeedFault> {
  const read = turn.then(() => runThread(task, patience));
  turn = read.catch(() => undefined);
  return read;
}

function runThread(task: FeedTask, patience: number): Promise<readonly IncomingItem[] | FeedFault> {
  const thread = startBundledWorkerThread('../modules/opinion/server/receiving/feed-parsing-worker.ts', {
    workerData: task,
    resourceLimits: heap,
  });
  return new Promise((resolve) => {
    const done = (answer: FeedAnswer | undefined) => {
      clearTimeout(timer);
      // without an answer the feed exceeded the limits of the thread
      resolve(answer === undefined ? 'unreadable' : 'items' in answer ? answer.items : answer.fault);
      void thread.terminate();
    };
    const timer = setTimeout(() => done(undefined), patience);
    thread.on('message', done);
    thread.on('error', () => done(undefined));
    thread.on('exit', () => done(undefined));
  });
}
