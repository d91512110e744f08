import { TaskThread } from '#server/run-tasks-in-worker-thread.ts';
import type { FeedAnswer, FeedTask } from './feed-parsing-worker.ts';
import type { FeedFault } from './parse-rss-or-atom-feed.ts';
import type { IncomingItem } from './validate-and-mask-incoming-post.ts';

/** A thousand entries take a quarter of a second. */
const thread = new TaskThread<FeedTask, FeedAnswer>({
  file: '../modules/opinion/server/receiving/feed-parsing-worker.ts',
  timeout: 30_000,
  heap: 128,
});

/** Reads the entries of a feed in a thread with limits of heap and time, one feed at a time. */
export async function parseFeedInWorkerThread(task: FeedTask): Promise<readonly IncomingItem[] | FeedFault> {
  const answer = await thread.run(task);
  // without an answer the feed exceeded the limits of the thread
  if (answer === undefined || 'failed' in answer) return 'unreadable';
  return 'items' in answer ? answer.items : answer.fault;
}
