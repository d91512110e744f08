import { field } from '#kernel/field.ts';
import { type Text, text } from '#kernel/text.ts';
import type { CallDescription, CallDescriptions } from '#server/open-api/document.ts';
import { integer, list, object, string, words } from '#server/open-api/schema.ts';
import { awaitedPanels } from '../contract/awaited.ts';
import { auditFlows, type PanelName } from '../contract/panel.ts';

const area = {
  area: field.area(text('地区；不填为本辖区', 'Area; one’s own unless told')),
};
const range = { range: field.text(text('起止日期：yyyy-mm-dd,yyyy-mm-dd', 'Days: yyyy-mm-dd,yyyy-mm-dd')) };
const head = {
  asof: integer,
  source: { type: ['string', 'null'] },
  state: words('ok', 'empty'),
  area: object({ code: string, name: string, level: integer, path: list(object({ code: string, name: string })) }),
};
const rows = list({ type: 'object' });
const behind = object({ ids: list(integer) });

const panel = (
  summary: Text,
  data: CallDescription['data'],
  query: CallDescription['query'] = area,
): CallDescription => ({
  summary,
  query,
  ...(data ? { data } : {}),
});

const fed: Readonly<Record<PanelName, CallDescription>> = {
  enterprise: panel(
    text('大屏：企业', 'Wall screen: enterprises'),
    object({
      ...head,
      total: integer,
      today: integer,
      by_status: rows,
      by_type: rows,
      by_area: rows,
      by_risk: rows,
      trend: rows,
    }),
  ),
  audit: panel(
    text(
      '大屏：审核；带 day 与 flow 时回答该数字背后企业的编号',
      'Wall screen: audits; with a day and a flow, the keys of the rows behind that number',
    ),
    {
      oneOf: [
        object({
          ...head,
          waiting: integer,
          overdue: integer,
          due_soon: integer,
          decided: integer,
          stages: rows,
          days: rows,
        }),
        behind,
      ],
    },
    {
      ...area,
      ...range,
      day: field.date(text('日期', 'Day')),
      flow: field.select(text('流向', 'Flow'), { options: auditFlows }),
    },
  ),
  newest: panel(text('大屏：最新登记', 'Wall screen: newest registrations'), object({ ...head, rows })),
  map: panel(
    text('大屏：地图；带 cell 时回答该格内企业的编号', 'Wall screen: map; with a cell, the keys of the rows in it'),
    { oneOf: [object(head), behind] },
    { ...area, cell: field.text(text('格', 'Cell')) },
  ),
  calendar: panel(text('大屏：工作日历', 'Wall screen: working calendar'), object(head)),
};

/** What the API document says of the panels of the wall screen. */
export const screenCalls: CallDescriptions = Object.fromEntries([
  ...Object.entries(fed).map(([name, call]) => [`admin/screen.${name}/index`, call]),
  ...awaitedPanels.map(({ name, label, nothing }) => [
    `admin/screen.${name}/index`,
    panel(
      text(`大屏：${label['zh-cn']}（数据源尚未接入）`, `Wall screen: ${label.en} (its source is not there yet)`),
      object({ ...head, ...Object.fromEntries(Object.keys(nothing).map((key) => [key, {}])) }),
    ),
  ]),
]) as CallDescriptions;
