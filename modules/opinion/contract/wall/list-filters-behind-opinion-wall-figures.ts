import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import { areaConditions, conditionOfValues } from '#kernel/module/conditions-on-rows-in-area-of-wall-panel.ts';
import { joinFigureTitles, type RowsBehindFigure } from '#kernel/module/rows-behind-wall-figure-as-list-filter.ts';
import { type Text, text, textIn } from '#kernel/text/text.ts';
import { opinionLevels, sentiments } from '#modules/system/contract/complaint-and-opinion-option-lists.ts';
import { opinionAlert } from '../opinion-alert.ts';
import { openAlertStates } from '../opinion-alert-verdicts-findings-and-levels.ts';
import { opinionItem } from '../opinion-post.ts';
import type { OpinionWallPanel } from '../opinion-wall-panels.ts';

const texts = {
  posts: text('近七日信息', 'Posts of seven days'),
  word: text('含“{word}”', 'With “{word}”'),
  open: text('未办结预警', 'Open alerts'),
  unit: text('条', '{n|post|posts}'),
  alertUnit: text('件', '{n|alert|alerts}'),
} as const;

type Sentiment = 'positive' | 'neutral' | 'negative';

const ofItems = { of: opinionItem.name, unit: texts.unit, more: 'sentiment' } as const;

/** The posts that a panel counts: of its area and its days. */
function countedItems({ area, trend }: OpinionWallPanel, ...more: readonly Condition[]): readonly Condition[] {
  const value = `${trend[0]?.d ?? ''},${trend.at(-1)?.d ?? ''}`;
  return [...areaConditions(area), { field: 'publish_at', operator: 'RANGE', value }, ...more];
}

/** Posts of one sentiment within the days of the panel. */
export function itemsOfSentiment(panel: OpinionWallPanel, sentiment: Sentiment): RowsBehindFigure {
  const by = { positive: 'pos', neutral: 'neu', negative: 'neg' } as const;
  return {
    ...ofItems,
    title: joinFigureTitles(texts.posts, sentiments.options[sentiment] as Text),
    n: panel.trend.reduce((sum, day) => sum + day[by[sentiment]], 0),
    conditions: countedItems(panel, conditionOfValues('sentiment', [sentiment])),
  };
}

/** Posts of one of its days. */
export const itemsOfDay = (
  { area }: OpinionWallPanel,
  { d, pos, neu, neg }: OpinionWallPanel['trend'][number],
): RowsBehindFigure => ({
  ...ofItems,
  title: text(d, d),
  n: pos + neu + neg,
  conditions: [...areaConditions(area), { field: 'publish_at', operator: 'RANGE', value: `${d},${d}` }],
});

/** Posts that contain a word of the lexicon. */
export const itemsWithTerm = (
  panel: OpinionWallPanel,
  { id, w, n }: OpinionWallPanel['words'][number],
): RowsBehindFigure => ({
  ...ofItems,
  title: text(textIn(texts.word, 'zh-cn', { word: w }), textIn(texts.word, 'en', { word: w })),
  n,
  conditions: countedItems(panel, { field: 'terms', operator: 'FIND_IN_SET', value: String(id) }),
});

/** Open alerts of a level. */
export const openAlertsOfLevel = ({ area }: OpinionWallPanel, name: string, n: number): RowsBehindFigure => ({
  of: opinionAlert.name,
  unit: texts.alertUnit,
  more: 'title',
  title: joinFigureTitles(texts.open, opinionLevels.options[name] as Text),
  n,
  conditions: [
    ...areaConditions(area),
    conditionOfValues('level', [name]),
    conditionOfValues('status', openAlertStates),
  ],
});
