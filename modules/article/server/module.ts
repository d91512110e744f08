import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { noticeIsUnread, noticeMustBeRead } from '../contract/message-templates.ts';
import { articleCategoryWriteHooks, articleWriteHooks } from './check-article-dates-and-category-slug.ts';
import { publishAndExpireArticles } from './publish-and-expire-articles.ts';
import { articleReadingControllers } from './reading/article-reading-controllers.ts';
import { publicArticlePages } from './reading/public-article-html-pages.ts';
import { remindReadersController } from './remind-readers-of-notices-controller.ts';
import { articleSubscribers } from './request-read-confirmations-of-published-notice.ts';

export const articleServer: ServerModule = {
  name: 'article',
  messages: [noticeMustBeRead, noticeIsUnread],
  hooks: { 'article/article': articleWriteHooks, 'article/category': articleCategoryWriteHooks },
  subscribers: articleSubscribers,
  controllers: () => [...articleReadingControllers, remindReadersController],
  pages: publicArticlePages,
  scheduled: { publish_articles: publishAndExpireArticles },
};
