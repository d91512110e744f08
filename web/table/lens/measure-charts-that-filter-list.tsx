import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Measure } from '#kernel/declaration/statistical-measure-and-materialised-total.ts';
import { areaLevel } from '#kernel/kind/linked/area.ts';
import { type ListQuery, toWireParams } from '#kernel/list/list-query-in-url.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import type { MeasureFigure } from '#kernel/resource/statistical-measures-of-resource.ts';
import { text } from '#kernel/text/text.ts';
import { isDate } from '#kernel/time/shanghai-time.ts';
import { Chart, type ChartOption } from '#web/chart/lazily-loaded-chart.tsx';
import { previousDataAsPlaceholder } from '#web/http/previous-data-as-placeholder.ts';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import { translateDivisionName } from '#web/i18n/translate-division-name.ts';
import { withConditions } from '#web/resource/change-filters-order-and-page-of-list-query.ts';
import { readFigures } from '#web/resource/resource-calls.ts';
import { conditionValue } from '#web/table/filter/filter-operator-and-value-texts.ts';
import { conditionOfValue, conditionsOfFigure, conditionWithinMonth } from '#web/table/lens/drill-down-conditions.ts';

import './measure-strip.css';

const texts = {
  strip: text('统计', 'Statistics'),
  by: text('{measure}：按{field}', '{measure} by {field}'),
  trend: text('{measure}：近十二个月', '{measure}, last twelve months'),
  none: text('没有数据', 'No data'),
  failed: text('未能读取，点击重试', 'Could not be loaded; click to retry'),
  empty: text('未填', 'Not provided'),
  more: text('其余 {n} 项', '{n} more'),
  fewer: text('收起', 'Collapse'),
  row: text('{name}：{value}', '{name}: {value}'),
};

/** Bars per card. */
const mostBars = 6;
const months = 12;

interface MeasureStripProps {
  readonly resource: AnyResource;
  readonly query: ListQuery;
  onQuery(query: ListQuery): void;
}

/** The measures of a resource above its list, over the filtered rows. A press on a figure filters by it. */
export function MeasureChartsAboveList({ resource, query, onQuery }: MeasureStripProps) {
  const measures = Object.entries<Measure>(resource.measures ?? {});
  return (
    <section className="xj-measures" aria-label={translate(texts.strip)}>
      {measures.flatMap(([name, measure]) => [
        ...measure.by.map((by) => (
          <BarCard key={`${name} ${by}`} {...{ resource, name, measure, by, query, onQuery }} />
        )),
        ...(measure.percent
          ? []
          : [<TrendCard key={`${name} trend`} {...{ resource, name, measure, query, onQuery }} />]),
      ])}
    </section>
  );
}

interface CardProps extends MeasureStripProps {
  readonly name: string;
  readonly measure: Measure;
}

/**
 * Figures over the filtered rows, without the filter on the field of the breakdown, so that its other values stay
 * visible.
 */
function useFigures(resource: AnyResource, query: ListQuery, params: Readonly<Record<string, string>>, apart: string) {
  const request = useMemo(() => {
    const conditions = query.conditions.filter((one) => one.field !== apart);
    const { page: _page, limit: _limit, order: _order, ...filters } = toWireParams({ ...query, conditions }, resource);
    return { ...filters, ...params };
  }, [resource, query, params, apart]);
  return useQuery({
    queryKey: ['resource', resource.name, 'measure', params, request],
    queryFn: ({ signal }) => readFigures(resource, request, signal),
    placeholderData: previousDataAsPlaceholder('resource', resource.name, 'measure', params),
  });
}

function BarCard({ resource, name, measure, by, query, onQuery }: CardProps & { readonly by: string }) {
  const locale = currentLocale();
  const params = useMemo(() => ({ name, by }), [name, by]);
  const { data, error, refetch } = useFigures(resource, query, params, by);
  const field = allColumnsOf(resource)[by] as AnyField;
  const title = translate(texts.by, { measure: translate(measure.label), field: translate(field.label) });
  const figures = data?.list ?? [];
  const most = measure.percent ? 100 : Math.max(1, ...figures.map((one) => Number(one.value)));
  const formatValue = ({ value }: MeasureFigure) => (measure.percent ? `${value}%` : value);
  // rows of the division itself are shown next to those of its parts
  const level = Math.max(0, ...figures.map((one) => divisionOf(by, one)).map((code) => (code ? areaLevel(code) : 0)));
  const chosen = query.conditions.find(
    (one) => one.field === by && (one.operator === '=' || one.operator === 'IN'),
  )?.value;
  const [all, setAll] = useState(false);
  const shown = all ? figures : figures.slice(0, mostBars);
  const nameOf = (one: MeasureFigure) =>
    one[by] === null
      ? translate(texts.empty)
      : typeof one[`${by}_title`] === 'string'
        ? String(one[`${by}_title`])
        : typeof one[`${by}_name`] === 'string'
          ? translateDivisionName(String(one[`${by}_name`]))
          : String(conditionValue(conditionOfValue(resource, by, one[by], level), field, locale) ?? one[by]);
  return (
    <Card title={title} failed={error !== null} empty={data !== undefined && figures.length === 0} onRetry={refetch}>
      <ul>
        {shown.map((one) => {
          const active = chosen !== undefined && chosen === String(one[by]);
          return (
            <li key={String(one[by])}>
              <button
                type="button"
                aria-pressed={active}
                title={translate(texts.row, { name: nameOf(one), value: formatValue(one) })}
                onClick={() =>
                  onQuery(
                    toggled(query, conditionsOfFigure(measure, conditionOfValue(resource, by, one[by], level)), active),
                  )
                }
              >
                <span className="xj-measure-name">{nameOf(one)}</span>
                <span className="xj-measure-bar" aria-hidden="true">
                  <i
                    style={{ width: `${Math.min(100, (Number(one.value) / most) * 100)}%` }}
                    data-tone={toneOf(field, one[by])}
                  />
                </span>
                <span className="xj-measure-value">{formatValue(one)}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {figures.length > mostBars && (
        <button type="button" className="xj-measure-again" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? translate(texts.fewer) : translate(texts.more, { n: figures.length - mostBars })}
        </button>
      )}
    </Card>
  );
}

function TrendCard({ resource, name, measure, query, onQuery }: CardProps) {
  const at = measure.at ?? 'createtime';
  const params = useMemo(() => ({ name, period: 'month' }), [name]);
  const { data, error, refetch } = useFigures(resource, query, params, at);
  const title = translate(texts.trend, { measure: translate(measure.label) });
  const trend = useMemo(() => lastMonths(data?.list ?? [], data?.month), [data]);
  const option = useMemo<ChartOption>(
    () => ({
      grid: { left: 4, right: 4, top: 8, bottom: 0, containLabel: true },
      tooltip: { trigger: 'axis' },
      xAxis: { type: 'category', data: trend.map((one) => one.month.slice(2)), axisTick: { show: false } },
      yAxis: { type: 'value', splitNumber: 2, minInterval: 1 },
      series: [{ type: 'bar', data: trend.map((one) => one.value), barMaxWidth: 18 }],
    }),
    [trend],
  );
  const describe = (index: number) =>
    translate(texts.row, { name: trend[index]?.month ?? '', value: trend[index]?.value ?? 0 });
  const choose = (index: number) => {
    const month = trend[index]?.month;
    if (!month) return;
    const condition = conditionWithinMonth(at, month);
    const active = query.conditions.some((one) => one.field === at && one.value === condition.value);
    onQuery(toggled(query, conditionsOfFigure(measure, condition), active));
  };
  return (
    <Card title={title} failed={error !== null} empty={false} onRetry={refetch}>
      <div className="xj-measure-chart">
        <Chart
          option={option}
          label={title}
          reach={{ categories: trend.length, series: 1 }}
          describe={({ index }) => describe(index)}
          onSelect={({ index }) => choose(index)}
        />
      </div>
    </Card>
  );
}

interface FrameProps {
  readonly title: string;
  readonly failed: boolean;
  readonly empty: boolean;
  readonly children: React.ReactNode;
  onRetry(): unknown;
}

function Card({ title, failed, empty, children, onRetry }: FrameProps) {
  return (
    <figure className="xj-measure">
      <figcaption>{title}</figcaption>
      {failed ? (
        <button type="button" className="xj-measure-again" onClick={() => void onRetry()}>
          {translate(texts.failed)}
        </button>
      ) : empty ? (
        <p>{translate(texts.none)}</p>
      ) : (
        children
      )}
    </figure>
  );
}

/** The parent division of a figure; empty where it has none. */
const divisionOf = (field: string, one: MeasureFigure): string =>
  typeof one[`${field}_name`] === 'string' ? String(one[field]) : '';

/** Replaces the conditions on the fields of a figure, or removes them if it is the present one. */
function toggled(query: ListQuery, figure: readonly Condition[], active: boolean): ListQuery {
  const others = query.conditions.filter((one) => !figure.some(({ field }) => field === one.field));
  return withConditions(query, active ? others : [...others, ...figure]);
}

/** The last twelve months, including those without rows. */
function lastMonths(figures: readonly MeasureFigure[], month = ''): { month: string; value: number }[] {
  if (!isDate(`${month}-01`)) return [];
  const [year, number] = month.split('-').map(Number) as [number, number];
  const values = new Map(figures.map((one) => [String(one.period), Number(one.value)]));
  return Array.from({ length: months }, (_, back) => {
    const at = new Date(Date.UTC(year, number - months + back, 1)).toISOString().slice(0, 7);
    return { month: at, value: values.get(at) ?? 0 };
  });
}

function toneOf(field: AnyField, value: unknown): string | undefined {
  const options = field.options.options as Readonly<Record<string, { tone?: string }>> | undefined;
  return options && typeof value === 'string' && Object.hasOwn(options, value) ? options[value]?.tone : undefined;
}
