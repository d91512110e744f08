import type {
  FiguresByPanel,
  NameDivisionInEnglish,
  PanelFigureGroup,
} from '#kernel/module/wall-panel-figure-types-for-text-and-pdf.ts';
import { text } from '#kernel/text/text.ts';
import { shanghaiDateOf } from '#kernel/time/shanghai-time.ts';
import { enterprise } from '../enterprise.ts';
import { statesAwaitingOfficer, statesInGroup } from '../enterprise-status-groups.ts';
import {
  type EnterpriseCountOfStatus,
  type EnterpriseCountsPanel,
  type NewestEnterprisesPanel,
  type RegistrationReviewPanel,
  type ReviewFlow,
  reviewFlows,
} from '../enterprise-wall-panels.ts';
import { enterpriseWallTexts } from './enterprise-wall-texts.ts';
import {
  allEnterprises,
  enterpriseStateText,
  enterprisesNewToday,
  enterprisesOfDivision,
  enterprisesOfMonth,
  enterprisesOfReviewFlow,
  enterprisesOfRiskClass,
  enterprisesOfStatus,
  enterprisesOfStatusGroup,
  enterprisesOfType,
  enterpriseTypeText,
  reviewsDecidedBetween,
  reviewsDueSoonAt,
  reviewsOverdueAt,
} from './list-filters-behind-enterprise-wall-figures.ts';

const shownGroups = ['active', 'waiting', 'attention', 'ended'] as const;
const riskOrder = ['A', 'B', 'C', 'D', ''];

const texts = {
  groups: text('状态', 'Status'),
} as const;

const inGroup = (counts: readonly EnterpriseCountOfStatus[], group: (typeof shownGroups)[number]): number =>
  counts.reduce(
    (sum, { status, n }) => sum + ((statesInGroup[group] as readonly string[]).includes(status) ? n : 0),
    0,
  );

const figuresOfCounts = ({
  area,
  asof,
  total,
  today,
  by_status,
  by_risk,
  trend,
}: EnterpriseCountsPanel): readonly PanelFigureGroup[] => [
  {
    figures: [{ rows: allEnterprises(area, total) }, { rows: enterprisesNewToday(area, today, shanghaiDateOf(asof)) }],
  },
  {
    title: texts.groups,
    figures: shownGroups.map((group) => ({ rows: enterprisesOfStatusGroup(area, inGroup(by_status, group), group) })),
  },
  {
    title: enterpriseWallTexts.risk,
    figures: riskOrder.map((risk) => ({
      rows: enterprisesOfRiskClass(area, by_risk.find((one) => one.risk === risk)?.n ?? 0, risk),
    })),
  },
  {
    title: enterpriseWallTexts.trend,
    figures: trend.map(({ month, n }) => ({ label: text(month, month), rows: enterprisesOfMonth(area, n, month) })),
  },
];

const figuresOfAreas = (
  { area, by_area, total }: EnterpriseCountsPanel,
  inEnglish: NameDivisionInEnglish,
): readonly PanelFigureGroup[] => [
  {
    figures: (by_area.length > 0 ? by_area.toSorted((one, other) => other.n - one.n) : [{ ...area, n: total }]).map(
      (one) => ({ rows: enterprisesOfDivision(one, one.n, inEnglish) }),
    ),
  },
];

function figuresOfReviews({
  area,
  asof,
  waiting,
  overdue,
  due_soon,
  stages,
  p50,
  p90,
  decided,
  days,
}: RegistrationReviewPanel): readonly PanelFigureGroup[] {
  const done = reviewsDecidedBetween(area, decided, days[0]?.day ?? '', days.at(-1)?.day ?? '');
  return [
    {
      figures: [
        { label: enterpriseWallTexts.waiting, rows: enterprisesOfStatusGroup(area, waiting, 'waiting') },
        { rows: reviewsOverdueAt(area, overdue, asof) },
        { rows: reviewsDueSoonAt(area, due_soon, asof) },
        { label: enterpriseWallTexts.decided, rows: done },
        {
          label: enterpriseWallTexts.median,
          rows: done,
          instead: { mean: p50, unit: enterpriseWallTexts.workingDays },
        },
        {
          label: enterpriseWallTexts.slowest,
          rows: done,
          instead: { mean: p90, unit: enterpriseWallTexts.workingDays },
        },
      ],
    },
    {
      title: enterpriseWallTexts.stages,
      figures: statesAwaitingOfficer.map((status) => ({
        rows: enterprisesOfStatus(area, stages.find((one) => one.status === status)?.n ?? 0, status),
      })),
    },
    ...(Object.keys(reviewFlows) as ReviewFlow[]).map((flow) => ({
      title: text(
        `${enterpriseWallTexts.flows['zh-cn']} · ${reviewFlows[flow]['zh-cn']}`,
        `${enterpriseWallTexts.flows.en} · ${reviewFlows[flow].en}`,
      ),
      figures: days.flatMap((one) =>
        one[flow] > 0
          ? [{ label: text(one.day, one.day), rows: enterprisesOfReviewFlow(area, one[flow], one.day, flow) }]
          : [],
      ),
    })),
  ];
}

const figuresOfNewest = (
  { rows }: NewestEnterprisesPanel,
  inEnglish: NameDivisionInEnglish,
): readonly PanelFigureGroup[] => [
  {
    records: rows.map(({ id, name, ent_type, status, area_name, createtime }) => ({
      of: enterprise.name,
      id,
      title: name,
      at: createtime,
      parts: [enterpriseTypeText(ent_type), enterpriseStateText(status), text(area_name, inEnglish(area_name))],
    })),
  },
];

/** Figures of the panels of enterprises, by panel. */
export const enterpriseWallFigures: FiguresByPanel = {
  overview: figuresOfCounts,
  types: ({ area, by_type }: EnterpriseCountsPanel) => [
    { figures: by_type.map(({ type, n }) => ({ rows: enterprisesOfType(area, n, type) })) },
  ],
  areas: figuresOfAreas,
  audit: figuresOfReviews,
  newest: figuresOfNewest,
};
