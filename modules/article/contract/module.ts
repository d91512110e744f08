import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { article } from './article.ts';
import { articleCategory } from './article-category.ts';
import { articleReadingScreen } from './article-reading-screen-and-answer-types.ts';
import { articleReceipt } from './confirmation-that-notice-was-read.ts';

/** Articles and notices, for everybody, enterprises or officers (domain reference §2.Q). */
export const articleModule = module_({
  name: 'article',
  label: text('内容发布', 'Publishing'),
  icon: 'file-text',
  weigh: 45,
  entries: [articleReadingScreen, article, articleCategory, articleReceipt],
  member: [articleReadingScreen],
});
