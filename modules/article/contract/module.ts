import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { article } from './article.ts';
import { articleCategory } from './article-category.ts';
import { articleReading } from './article-reading.ts';
import { articleReceipt } from './article-receipt.ts';

/** Articles and notices, for everybody, enterprises or officers (domain reference §2.Q). */
export const articleModule = module_({
  name: 'article',
  label: text('内容发布', 'Publishing'),
  icon: 'file-text',
  weigh: 45,
  entries: [articleReading, article, articleCategory, articleReceipt],
  member: [articleReading],
});
