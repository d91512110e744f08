import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { bannedWord } from './banned-word/banned-word.ts';
import { articleCitedByCause, articleCitedByItem } from './cause/articles-cited-by-causes-and-check-items.ts';
import { statutoryFine } from './cause/statutory-fine.ts';
import { violationCause } from './cause/violation-cause.ts';
import { checkItem } from './check-item/check-item.ts';
import { checklist, checklistItem } from './checklist/checklist.ts';
import { discretionGrade } from './discretion/discretion-grade.ts';
import { discretionStandard } from './discretion/discretion-standard.ts';
import { expert } from './expert/expert.ts';
import { expertConflict } from './expert/expert-conflict.ts';
import { expertEngagement } from './expert/expert-engagement.ts';
import { article } from './law/article-of-law.ts';
import { law } from './law/law.ts';
import { officer } from './officer/enforcement-officer.ts';
import { recusal } from './officer/recusal.ts';
import { phrase } from './phrase-for-documents.ts';
import { typicalCase } from './typical-case/typical-case.ts';

const penalties = [violationCause, statutoryFine, articleCitedByCause, discretionStandard, discretionGrade];
const checks = [checkItem, articleCitedByItem, checklist, checklistItem];
const texts = [typicalCase, bannedWord];
const people = [officer, recusal, expert, expertConflict, expertEngagement];

/** Libraries of laws, causes, check items and people that supervision works with (domain reference §2.H). */
export const libraryModule = module_({
  name: 'library',
  label: text('业务库', 'Libraries'),
  icon: 'book',
  weigh: 86,
  entries: [law, article, ...penalties, ...checks, phrase, ...texts, ...people],
});
