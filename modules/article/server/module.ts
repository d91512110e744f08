import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { noticeMustBeRead } from '../contract/message-templates.ts';
import { articleCategoryWriteHooks, articleWriteHooks } from './check-article-dates-and-category-slug.ts';
import { publishAndExpireArticles } from './publish-and-expire-articles.ts';
import { articlePages } from './reading/article-pages.ts';
import { articleReadingControllers } from './reading/article-reading-controllers.ts';
import { articleSubscribers } from './request-receipts-of-readers.ts';

export const articleServer: ServerModule = {
  name: 'article',
  messages: [noticeMustBeRead],
  hooks: { 'article/article': articleWriteHooks, 'article/category': articleCategoryWriteHooks },
  subscribers: articleSubscribers,
  controllers: () => articleReadingControllers,
  pages: articlePages,
  scheduled: { publish_articles: publishAndExpireArticles },
};
