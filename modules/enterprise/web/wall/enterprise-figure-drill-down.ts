import { type Text, text } from '#kernel/text/text.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { enterpriseTypes } from '#modules/enterprise/contract/enterprise-options.ts';
import {
  type AuditFlow,
  auditFlows,
  type StatusGroup,
  statesInGroup,
  statusGroups,
  waitingStates,
} from '#modules/enterprise/contract/wall.ts';
import { translateDivisionName } from '#web/i18n/translate-division-name.ts';
import { type Area, areaConditions, valuesCondition } from '#web/wall/feed/panel-conditions.ts';
import { joinTitles, type RowsBehind } from '#web/wall/feed/rows-behind.ts';
import { formatWallMoment, lastDayOf } from '#web/wall/feed/wall-time.ts';

const ofEnterprises = { of: enterprise.name, unit: text('户', ''), more: 'ent_type' } as const;

export const allRows = (area: Area, n: number): RowsBehind => ({
  ...ofEnterprises,
  title: text('全部企业', 'All enterprises'),
  n,
  conditions: areaConditions(area),
});

export const newToday = (area: Area, n: number, day: string): RowsBehind => ({
  ...ofEnterprises,
  title: text('今日新增', 'New today'),
  n,
  conditions: [...areaConditions(area), { field: 'createtime', operator: 'RANGE', value: `${day},` }],
});

export const ofStatusGroup = (area: Area, n: number, group: Exclude<StatusGroup, 'overdue'>): RowsBehind => ({
  ...ofEnterprises,
  title: statusGroups[group],
  n,
  conditions: [...areaConditions(area), valuesCondition('status', statesInGroup[group])],
});

const stateText = (status: string): Text =>
  (enterprise.life?.states as Readonly<Record<string, Text>> | undefined)?.[status] ?? text(status, status);

export const ofStatus = (area: Area, n: number, status: string): RowsBehind => ({
  ...ofEnterprises,
  title: stateText(status),
  n,
  conditions: [...areaConditions(area), { field: 'status', operator: '=', value: status }],
});

export const typeText = (type: string): Text =>
  (enterpriseTypes as Readonly<Record<string, Text>>)[type] ?? text(type, type);

export const ofType = (area: Area, n: number, type: string, group?: Exclude<StatusGroup, 'overdue'>): RowsBehind => ({
  ...ofEnterprises,
  title: group ? joinTitles(typeText(type), statusGroups[group]) : typeText(type),
  n,
  conditions: [
    ...areaConditions(area),
    { field: 'ent_type', operator: '=', value: type },
    ...(group ? [valuesCondition('status', statesInGroup[group])] : []),
  ],
});

export const ofDivision = (division: { code: string; name: string }, n: number): RowsBehind => ({
  ...ofEnterprises,
  title: text(division.name, translateDivisionName(division.name)),
  n,
  conditions: areaConditions(division),
});

const riskText = (risk: string): Text =>
  risk === ''
    ? text('未评级', 'Not rated')
    : ((enterprise.fields.risk_class.options as { options?: Readonly<Record<string, Text>> }).options?.[risk] ??
      text(risk, risk));

export const ofRisk = (area: Area, n: number, risk: string): RowsBehind => ({
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

export const ofMonth = (area: Area, n: number, month: string): RowsBehind => ({
  ...ofEnterprises,
  title: text(`${month} 新增`, `New in ${month}`),
  n,
  conditions: [
    ...areaConditions(area),
    { field: 'createtime', operator: 'RANGE', value: `${month}-01,${lastDayOf(month)}` },
  ],
});

const waiting = valuesCondition('status', waitingStates);

/** Waiting rows past their deadline at the time of the panel, so that number and list agree. */
export const overdueAt = (area: Area, n: number, asof: number): RowsBehind => ({
  ...ofEnterprises,
  title: statusGroups.overdue,
  n,
  conditions: [
    ...areaConditions(area),
    waiting,
    { field: 'due_at', operator: 'RANGE', value: `,${formatWallMoment(asof)}` },
  ],
  order: ['due_at', 'asc'],
});

export const dueSoonAt = (area: Area, n: number, asof: number): RowsBehind => ({
  ...ofEnterprises,
  title: text('24 小时内到期', 'Due within 24 hours'),
  n,
  conditions: [
    ...areaConditions(area),
    waiting,
    { field: 'due_at', operator: 'RANGE', value: `${formatWallMoment(asof + 1)},${formatWallMoment(asof + 86_400)}` },
  ],
  order: ['due_at', 'asc'],
});

export const decidedBetween = (area: Area, n: number, from: string, to: string): RowsBehind => ({
  ...ofEnterprises,
  title: text('已办结', 'Completed'),
  n,
  conditions: [...areaConditions(area), { field: 'audited_at', operator: 'RANGE', value: `${from},${to}` }],
  order: ['audited_at', 'desc'],
});

export const ofFlow = (area: Area, n: number, day: string, flow: AuditFlow): RowsBehind => ({
  ...ofEnterprises,
  title: text(`${day} ${auditFlows[flow]['zh-cn']}`, `${auditFlows[flow].en} on ${day}`),
  n,
  conditions: [],
  source: { feed: 'audit', query: { area: area.code, day, flow } },
});

export const ofIds = (ids: readonly number[], n: number, title: Text): RowsBehind => ({
  ...ofEnterprises,
  title,
  n,
  conditions: [],
  ids,
});
