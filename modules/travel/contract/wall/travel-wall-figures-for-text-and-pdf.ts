import type {
  FiguresByPanel,
  NameDivisionInEnglish,
  PanelFigureGroup,
} from '#kernel/module/wall-panel-figure-types-for-text-and-pdf.ts';
import { text, textIn, textInAnyLocale } from '#kernel/text/text.ts';
import { addDays, shanghaiDateOf, toShanghaiMinute } from '#kernel/time/shanghai-time.ts';
import {
  lateFilingDays,
  type TodaysTeamsPanel,
  type TouristHistoryPanel,
  type TouristOriginPanel,
} from '../travel-wall-panels.ts';
import {
  teamsDepartingOn,
  teamsFiledLate,
  teamsFinishedOn,
  teamsOfAnomalyFlag,
  teamsOfKind,
  teamsOnTheRoadAt,
  teamsUnderway,
  touristsDepartedIn,
  touristsOfSource,
  touristsUnderway,
} from './list-filters-behind-team-wall-figures.ts';
import { travelWallTexts } from './travel-wall-texts.ts';

function figuresOfTeams({
  area,
  asof,
  today,
  kinds,
  curve,
  late,
  late_rate,
  filed,
  flags,
}: TodaysTeamsPanel): readonly PanelFigureGroup[] {
  const day = shanghaiDateOf(asof);
  const lateTeams = teamsFiledLate(area, late, addDays(day, 1 - lateFilingDays), day);
  return [
    {
      figures: [
        { rows: touristsUnderway(area, today.tourists, today.underway) },
        { rows: teamsDepartingOn(area, today.departing, day) },
        { rows: teamsUnderway(area, today.underway) },
        { rows: teamsFinishedOn(area, today.finished, day) },
        { rows: lateTeams, instead: { share: filed > 0 ? late_rate : null } },
      ],
    },
    { title: travelWallTexts.kinds, figures: kinds.map(({ kind, n }) => ({ rows: teamsOfKind(area, n, kind) })) },
    {
      title: travelWallTexts.curve,
      figures: curve.map((one) => {
        const hour = toShanghaiMinute(one.t * 1000).slice(11);
        return { rows: teamsOnTheRoadAt(area, one, text(hour, hour)) };
      }),
    },
    {
      title: travelWallTexts.flags,
      figures: flags.map(({ code, n }) => ({ rows: teamsOfAnomalyFlag(area, n, code) })),
    },
  ];
}

const figuresOfOrigins = (panel: TouristOriginPanel, inEnglish: NameDivisionInEnglish): readonly PanelFigureGroup[] => [
  {
    title: textInAnyLocale(travelWallTexts.span, { from: panel.from, to: panel.to }),
    figures: panel.top.map((one) => ({
      rows: touristsOfSource(panel.area, one, panel, inEnglish),
      ...(one.yoy === null ? {} : { note: changeOverYear(one.yoy) }),
    })),
  },
];

function changeOverYear(yoy: number) {
  const percent = `${yoy > 0 ? '+' : ''}${Math.round(yoy * 100)}%`;
  return text(`同比 ${percent}`, `${percent} on last year`);
}

const lastYear = (n: number) => text(`上年同期 ${n.toLocaleString('en-US')}`, `${n.toLocaleString('en-US')} last year`);

const figuresOfHistory = ({ area, series, holiday }: TouristHistoryPanel): readonly PanelFigureGroup[] => [
  {
    figures: series.map((one) => ({
      label: text(one.t, one.t),
      rows: touristsDepartedIn(area, one, one.t),
      note: lastYear(one.prev),
    })),
  },
  ...(holiday[0]
    ? [
        {
          title: text(
            textIn(travelWallTexts.holiday, 'zh-cn', { name: holiday[0].name }),
            textIn(travelWallTexts.holiday, 'en', { name: holiday[0].name_en }),
          ),
          figures: holiday.map((one) => ({
            label: textInAnyLocale(travelWallTexts.holidayDay, { n: one.day }),
            rows: touristsDepartedIn(area, one, one.date),
            note: lastYear(one.prev),
          })),
        },
      ]
    : []),
];

/** Figures of the panels of teams, by panel. The map of origins draws those of `source`. */
export const travelWallFigures: FiguresByPanel = {
  itinerary: figuresOfTeams,
  source: figuresOfOrigins,
  source_map: () => [],
  history: figuresOfHistory,
};
