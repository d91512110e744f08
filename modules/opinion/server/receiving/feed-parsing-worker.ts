import { answerTasks } from '#server/answer-tasks-in-worker-thread.ts';
import { decodeFeed, type FeedFault, parseFeed } from './parse-rss-or-atom-feed.ts';
import type { IncomingItem } from './validate-and-mask-incoming-post.ts';

/** Task of the thread that reads a feed. A hostile feed can harm only the thread. */
export interface FeedTask {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

export type FeedAnswer =
  | { readonly items: readonly IncomingItem[] }
  | { readonly fault: FeedFault }
  | { readonly failed: string };

function answer({ bytes, contentType }: FeedTask): FeedAnswer {
  const read = parseFeed(decodeFeed(bytes, contentType));
  return typeof read === 'string' ? { fault: read } : { items: read };
}

answerTasks(answer);
