import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { noticeIsUnread, noticeMustBeRead } from '../contract/message-templates.ts';
import { publishAndExpireArticles } from './publish-and-expire-articles.ts';
import { articleReadingControllers } from './reading/list-read-and-confirm-articles-controllers.ts';
import { publicArticlePages } from './reading/public-article-html-pages.ts';
import { remindReadersController } from './remind-readers-of-notices-controller.ts';
import { requestReadConfirmationSubscribers } from './request-read-confirmations-of-published-notice.ts';
import { articleCategoryWriteHooks, articleWriteHooks } from './validate-and-adjust-article-times-and-category-slug.ts';

export const articleServer: ServerModule = {
  name: 'article',
  messages: [noticeMustBeRead, noticeIsUnread],
  hooks: { 'article/article': articleWriteHooks, 'article/category': articleCategoryWriteHooks },
  subscribers: requestReadConfirmationSubscribers,
  controllers: () => [...articleReadingControllers, remindReadersController],
  pages: publicArticlePages,
  scheduled: { publish_articles: publishAndExpireArticles },
};
