import { text } from '#kernel/text/text.ts';
import type { CustomInput } from '#web/form/state/custom-input-registry.ts';
import type { RecordPanel } from '#web/record/record-panel-registry.ts';
import type { ModuleLens } from '#web/table/lens/module-lens-registry.ts';
import { isSearchForArticleNumber } from '../../contract/law/is-search-for-article-number.ts';

/** The articles of a law in its form. */
export const lawFormInputs: readonly CustomInput[] = [
  { fields: ['articles'], wide: true, load: () => import('./law-articles-input.tsx') },
];

/** Further panels of a law: its text, and what an amendment changed. */
export const lawRecordPanels: readonly RecordPanel[] = [
  {
    name: 'text',
    label: text('条文', 'Text'),
    at: 'head',
    shows: ['articles'],
    load: () => import('./law-text-panel.tsx'),
  },
  {
    name: 'comparison',
    label: text('逐条对照', 'Article comparison'),
    isShown: ({ previous_id, next_id }) => previous_id !== null || next_id !== null,
    load: () => import('./compare-two-law-versions-by-article-panel.tsx'),
  },
];

/** An article: its text, then and now. */
export const lawArticleRecordPanels: readonly RecordPanel[] = [
  {
    name: 'versions',
    label: text('条文', 'Text'),
    at: 'head',
    // the number is in the heading, with 之一 where there is one
    shows: ['text', 'number', 'inserted', 'article_no'],
    load: () => import('./law-article-on-act-day-and-today-panel.tsx'),
  },
];

const search: ModuleLens = {
  name: 'articles',
  answers: isSearchForArticleNumber,
  label: text('查条文', 'Find articles'),
  load: () => import('./article-search-across-laws.tsx'),
};
/** The search across laws: beside the list of laws, and before the list of articles. */
export const articleSearchOnLawList: readonly ModuleLens[] = [search];
export const articleSearchOnArticleList: readonly ModuleLens[] = [{ ...search, first: true }];
