import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { bannedWord } from './banned-word/banned-word.ts';
import { cause } from './cause/cause.ts';
import { causeArticle, itemArticle } from './cause/cited-article.ts';
import { penalty } from './cause/penalty.ts';
import { checkItem } from './check-item/check-item.ts';
import { checklist, checklistItem } from './checklist/checklist.ts';
import { discretion } from './discretion/discretion.ts';
import { grade } from './discretion/grade.ts';
import { expert } from './expert/expert.ts';
import { expertConflict } from './expert/expert-conflict.ts';
import { expertService } from './expert/expert-service.ts';
import { article } from './law/article.ts';
import { law } from './law/law.ts';
import { officer } from './officer/officer.ts';
import { recusal } from './officer/recusal.ts';
import { phrase } from './phrase.ts';
import { typicalCase } from './typical-case/typical-case.ts';

const penalties = [cause, penalty, causeArticle, discretion, grade];
const checks = [checkItem, itemArticle, checklist, checklistItem];
const texts = [typicalCase, bannedWord];
const people = [officer, recusal, expert, expertConflict, expertService];

/** Libraries of laws, causes, check items and people that supervision works with (domain reference §2.H). */
export const libraryModule = module_({
  name: 'library',
  label: text('业务库', 'Libraries'),
  icon: 'book',
  weigh: 86,
  entries: [law, article, ...penalties, ...checks, phrase, ...texts, ...people],
});
