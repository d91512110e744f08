import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { helpArticle } from './help-article.ts';
import { helpCategory } from './help-category.ts';
import { helpMiss } from './help-search-without-answer.ts';
import { helpSynonym } from './help-synonym.ts';

/** The help centre: questions and answers, and what nobody found (domain reference §2.Q). */
export const helpModule = module_({
  name: 'help',
  label: text('帮助中心', 'Help centre'),
  icon: 'solution',
  weigh: 44,
  entries: [helpArticle, helpCategory, helpSynonym, helpMiss],
});
