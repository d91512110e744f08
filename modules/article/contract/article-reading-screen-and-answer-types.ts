import type { Screen } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** The screen on which officers and members read what is addressed to them. */
export const articleReadingScreen: Screen = {
  name: 'article/reading',
  label: text('通知公告', 'Notices'),
  icon: 'notification',
  actions: { index: text('查看', 'View') },
};

/** An article in the list of its readers. */
export interface ReadableArticle {
  readonly id: number;
  readonly code: string;
  readonly title: string;
  readonly category: string;
  readonly published_at: number;
  readonly top: boolean;
  /** It has to be read, and the reader has not confirmed that yet. */
  readonly unread: boolean;
}

/** Answer of `article.reading/index`. */
export interface ReadableArticles {
  readonly list: readonly ReadableArticle[];
  readonly total: number;
  /** Number of notices that the reader still has to read. */
  readonly unread: number;
}

/** A file of an article, with the name under which it was uploaded. */
export interface ArticleAttachment {
  readonly url: string;
  readonly name: string | null;
}

/** Answer of `article.reading/read`. */
export interface ArticleToRead {
  readonly id: number;
  readonly code: string;
  readonly title: string;
  readonly subtitle: string | null;
  readonly category: string;
  readonly author: string | null;
  readonly source: string | null;
  readonly published_at: number;
  readonly content: string;
  readonly attachments: readonly ArticleAttachment[];
  readonly must_read: boolean;
  /** When the reader confirmed that they have read it. */
  readonly read_at: number | null;
}
