import type { FiguresByPanel, PanelFigureGroup } from '#kernel/module/wall-panel-figure-types-for-text-and-pdf.ts';
import { text } from '#kernel/text/text.ts';
import { opinionLevels } from '#modules/system/contract/complaint-and-opinion-option-lists.ts';
import { opinionAlert } from '../opinion-alert.ts';
import { opinionLevelOrder } from '../opinion-alert-verdicts-findings-and-levels.ts';
import type { OpinionWallPanel } from '../opinion-wall-panels.ts';
import {
  itemsOfDay,
  itemsOfSentiment,
  itemsWithTerm,
  openAlertsOfLevel,
} from './list-filters-behind-opinion-wall-figures.ts';

const texts = {
  days: text('近七日每天的信息', 'Posts of the last seven days by day'),
  levels: text('未办结预警', 'Open alerts'),
} as const;

const dayNote = ({ pos, neu, neg }: OpinionWallPanel['trend'][number]) =>
  text(`正面 ${pos}，中性 ${neu}，负面 ${neg}`, `${pos} positive, ${neu} neutral, ${neg} negative`);

const figuresOfOpinion = (panel: OpinionWallPanel): readonly PanelFigureGroup[] => [
  { figures: (['positive', 'neutral', 'negative'] as const).map((one) => ({ rows: itemsOfSentiment(panel, one) })) },
  {
    title: texts.days,
    figures: panel.trend.map((day) => ({ rows: itemsOfDay(panel, day), note: dayNote(day) })),
  },
  {
    title: texts.levels,
    figures: opinionLevelOrder.toReversed().map((level) => ({
      label: opinionLevels.options[level] ?? text(level, level),
      rows: openAlertsOfLevel(panel, level, panel.levels.find(({ name }) => name === level)?.n ?? 0),
    })),
    records: panel.alerts.map(({ id, level, title, age_min: age }) => ({
      of: opinionAlert.name,
      id,
      title,
      at: panel.asof - age * 60,
      parts: [opinionLevels.options[level] ?? text(level, level)],
    })),
  },
];

/** Figures of the panels of public opinion, by panel. */
export const opinionWallFigures: FiguresByPanel = {
  opinion: figuresOfOpinion,
  opinion_hot_terms: (panel: OpinionWallPanel) => [
    {
      figures: panel.words.map((word) => ({ label: text(word.w, word.w), rows: itemsWithTerm(panel, word) })),
    },
  ],
};
