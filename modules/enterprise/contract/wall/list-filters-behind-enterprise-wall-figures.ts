import {
  areaConditions,
  conditionOfValues,
  type PanelAreaCode,
} from '#kernel/module/conditions-on-rows-in-area-of-wall-panel.ts';
import { joinFigureTitles, type RowsBehindFigure } from '#kernel/module/rows-behind-wall-figure-as-list-filter.ts';
import type { NameDivisionInEnglish } from '#kernel/module/wall-panel-figure-types-for-text-and-pdf.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { lastDayOfMonth, toShanghaiSecond } from '#kernel/time/shanghai-time.ts';
import { enterprise } from '../enterprise.ts';
import { enterpriseTypes } from '../enterprise-options.ts';
import { type StatusGroup, statesAwaitingOfficer, statesInGroup, statusGroups } from '../enterprise-status-groups.ts';
import { type ReviewFlow, reviewFlows } from '../enterprise-wall-panels.ts';

const ofEnterprises = { of: enterprise.name, unit: text('户', ''), more: 'ent_type' } as const;

export const allEnterprises = (area: PanelAreaCode, n: number): RowsBehindFigure => ({
  ...ofEnterprises,
  title: text('全部企业', 'All enterprises'),
  n,
  conditions: areaConditions(area),
});

export const enterprisesNewToday = (area: PanelAreaCode, n: number, day: string): RowsBehindFigure => ({
  ...ofEnterprises,
  title: text('今日新增', 'New today'),
  n,
  conditions: [...areaConditions(area), { field: 'createtime', operator: 'RANGE', value: `${day},` }],
});

export const enterprisesOfStatusGroup = (
  area: PanelAreaCode,
  n: number,
  group: Exclude<StatusGroup, 'overdue'>,
): RowsBehindFigure => ({
  ...ofEnterprises,
  title: statusGroups[group],
  n,
  conditions: [...areaConditions(area), conditionOfValues('status', statesInGroup[group])],
});

export const enterpriseStateText = (status: string): Text =>
  (enterprise.life?.states as Readonly<Record<string, Text>> | undefined)?.[status] ?? text(status, status);

export const enterprisesOfStatus = (area: PanelAreaCode, n: number, status: string): RowsBehindFigure => ({
  ...ofEnterprises,
  title: enterpriseStateText(status),
  n,
  conditions: [...areaConditions(area), { field: 'status', operator: '=', value: status }],
});

export const enterpriseTypeText = (type: string): Text =>
  (enterpriseTypes as Readonly<Record<string, Text>>)[type] ?? text(type, type);

export const enterprisesOfType = (
  area: PanelAreaCode,
  n: number,
  type: string,
  group?: Exclude<StatusGroup, 'overdue'>,
): RowsBehindFigure => ({
  ...ofEnterprises,
  title: group ? joinFigureTitles(enterpriseTypeText(type), statusGroups[group]) : enterpriseTypeText(type),
  n,
  conditions: [
    ...areaConditions(area),
    { field: 'ent_type', operator: '=', value: type },
    ...(group ? [conditionOfValues('status', statesInGroup[group])] : []),
  ],
});

export const enterprisesOfDivision = (
  division: { code: string; name: string },
  n: number,
  inEnglish: NameDivisionInEnglish,
): RowsBehindFigure => ({
  ...ofEnterprises,
  title: text(division.name, inEnglish(division.name)),
  n,
  conditions: areaConditions(division),
});

const riskText = (risk: string): Text =>
  risk === ''
    ? text('未评级', 'Not rated')
    : ((enterprise.fields.risk_class.options as { options?: Readonly<Record<string, Text>> }).options?.[risk] ??
      text(risk, risk));

export const enterprisesOfRiskClass = (area: PanelAreaCode, n: number, risk: string): RowsBehindFigure => ({
  ...ofEnterprises,
  title: riskText(risk),
  n,
  conditions: [
    ...areaConditions(area),
    risk === ''
      ? { field: 'risk_class', operator: 'NULL', value: '' }
      : { field: 'risk_class', operator: '=', value: risk },
  ],
});

export const enterprisesOfMonth = (area: PanelAreaCode, n: number, month: string): RowsBehindFigure => ({
  ...ofEnterprises,
  title: text(`${month} 新增`, `New in ${month}`),
  n,
  conditions: [
    ...areaConditions(area),
    { field: 'createtime', operator: 'RANGE', value: `${month}-01,${lastDayOfMonth(month)}` },
  ],
});

const waiting = conditionOfValues('status', statesAwaitingOfficer);

/** Waiting rows past their deadline at the time of the panel, so that number and list agree. */
export const reviewsOverdueAt = (area: PanelAreaCode, n: number, asof: number): RowsBehindFigure => ({
  ...ofEnterprises,
  title: statusGroups.overdue,
  n,
  conditions: [
    ...areaConditions(area),
    waiting,
    { field: 'due_at', operator: 'RANGE', value: `,${toShanghaiSecond(asof)}` },
  ],
  order: ['due_at', 'asc'],
});

export const reviewsDueSoonAt = (area: PanelAreaCode, n: number, asof: number): RowsBehindFigure => ({
  ...ofEnterprises,
  title: text('24 小时内到期', 'Due within 24 hours'),
  n,
  conditions: [
    ...areaConditions(area),
    waiting,
    { field: 'due_at', operator: 'RANGE', value: `${toShanghaiSecond(asof + 1)},${toShanghaiSecond(asof + 86_400)}` },
  ],
  order: ['due_at', 'asc'],
});

export const reviewsDecidedBetween = (area: PanelAreaCode, n: number, from: string, to: string): RowsBehindFigure => ({
  ...ofEnterprises,
  title: text('已办结', 'Completed'),
  n,
  conditions: [...areaConditions(area), { field: 'audited_at', operator: 'RANGE', value: `${from},${to}` }],
  order: ['audited_at', 'desc'],
});

export const enterprisesOfReviewFlow = (
  area: PanelAreaCode,
  n: number,
  day: string,
  flow: ReviewFlow,
): RowsBehindFigure => ({
  ...ofEnterprises,
  title: text(`${day} ${reviewFlows[flow]['zh-cn']}`, `${reviewFlows[flow].en} on ${day}`),
  n,
  conditions: [],
  source: { feed: 'audit', query: { area: area.code, day, flow } },
});
