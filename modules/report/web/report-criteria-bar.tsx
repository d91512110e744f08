import { Select } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { field } from '#kernel/field/field.ts';
import type { PeriodComparison } from '#kernel/module/report-periods.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import type { CalendarPeriod } from '#kernel/resource/statistical-measures-of-resource.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { isDate } from '#kernel/time/shanghai-time.ts';
import { useText } from '#web/i18n/locale.ts';
import { type FilterBeingAdded, FilterChips } from '#web/table/filter/filter-condition-chips.tsx';
import {
  allRows,
  offersArea,
  presetSpans,
  type ReportCriteria,
  type ReportMeasure,
  readReportCriteria,
} from './report-criteria-in-url.ts';

const AdministrativeDivisionInput = lazy(() => import('#web/input/reference/administrative-division-input.tsx'));
const DayInput = lazy(async () => ({
  default: (await import('#web/input/control/date-time-and-year-inputs.tsx')).DayInput,
}));

const texts = {
  bar: text('报表条件', 'Report criteria'),
  measure: text('指标', 'Measure'),
  by: text('分组', 'Group by'),
  none: text('不分组', 'No grouping'),
  further: text('再按', 'Then by'),
  span: text('时间范围', 'Period'),
  from: text('起始日', 'Start date'),
  until: text('截止日', 'Until'),
  area: text('地区', 'Area'),
  compare: text('对比', 'Compare with'),
  alone: text('不对比', 'No comparison'),
  rows: text('筛选', 'Filters'),
};

export const periodTexts: Readonly<Record<CalendarPeriod, Text>> = {
  day: text('日', 'Day'),
  week: text('周', 'Week'),
  month: text('月', 'Month'),
  quarter: text('季度', 'Quarter'),
  year: text('年', 'Year'),
};

export const comparisonTexts: Readonly<Record<PeriodComparison, Text>> = {
  previous: text('上一期', 'Previous period'),
  year: text('上年同期', 'Same period last year'),
};

const presets: Readonly<Record<keyof ReturnType<typeof presetSpans>, Text>> = {
  month: text('本月', 'This month'),
  lastMonth: text('上月', 'Last month'),
  quarter: text('本季度', 'This quarter'),
  year: text('本年', 'This year'),
  twelve: text('近 12 个月', 'Last 12 months'),
  lastYear: text('上年', 'Last year'),
};
const always = text('全部时间', 'All time');
const chosen = text('自选', 'Custom');

const areaField = field.area(texts.area);
const dayField = field.date(texts.span);

interface ChoiceProps {
  choice: ReportCriteria;
  /** Changes part of the choice and loads its report. */
  change(part: Partial<ReportCriteria>): void;
}

function MeasureChoice({ choice, change, all, today }: ChoiceProps & { all: readonly ReportMeasure[]; today: string }) {
  const t = useText();
  const { measured } = choice;
  const select = (key: string) => {
    // period and area stay; grouping belongs to the measure, and conditions to the fields of its rows
    const fresh = readReportCriteria(new URLSearchParams({ m: key }), all, today);
    if (fresh)
      change({
        measured: fresh.measured,
        by: fresh.by,
        area: offersArea(fresh.measured) ? choice.area : undefined,
        rows: fresh.measured.resource.name === measured.resource.name ? choice.rows : allRows,
      });
  };
  return (
    <Labelled label={texts.measure}>
      <Select
        aria-label={t(texts.measure)}
        value={measured.key}
        showSearch={{ optionFilterProp: 'label' }}
        options={all.map((one) => ({
          value: one.key,
          label: `${t(one.resource.label)} · ${t(one.measure.label)}`,
        }))}
        onChange={select}
      />
    </Labelled>
  );
}

/** Chooses the grouping: a field or a period, and a second one within it. */
function GroupChoice({ choice: { measured, by }, change }: ChoiceProps) {
  const t = useText();
  const fields = allColumnsOf(measured.resource);
  const options = (other: string | undefined) => [
    ...measured.measure.by.map((one) => ({ value: one, label: t(fields[one]?.label ?? texts.by) })),
    ...Object.entries(periodTexts)
      .filter(() => !other?.startsWith('@'))
      .map(([name, label]) => ({ value: `@${name}`, label: t(label) })),
  ];
  const group = (place: 0 | 1) => (next: string) => {
    const groups = place === 0 ? [next, by[1]] : [by[0], next];
    change({ by: groups.flatMap((one) => (one ? [one] : [])).filter((one, at, list) => list.indexOf(one) === at) });
  };
  return (
    <>
      <Labelled label={texts.by}>
        <Select
          aria-label={t(texts.by)}
          value={by[0] ?? ''}
          options={[{ value: '', label: t(texts.none) }, ...options(by[1])]}
          onChange={(next) => (next === '' ? change({ by: [] }) : group(0)(next))}
        />
      </Labelled>
      <Labelled label={texts.further}>
        <Select
          aria-label={t(texts.further)}
          value={by[1] ?? ''}
          disabled={by.length === 0}
          options={[{ value: '', label: t(texts.none) }, ...options(by[0]).filter((one) => one.value !== by[0])]}
          onChange={(next) => group(1)(next)}
        />
      </Labelled>
    </>
  );
}

interface EndInputProps {
  name: 'from' | 'until';
  span: ReportCriteria['span'];
  onSpan(span: ReportCriteria['span']): void;
}

/** Input for the first or last day of the period. */
function EndInput({ name, span, onSpan }: EndInputProps) {
  const t = useText();
  const [unread, setUnread] = useState<string>();
  return (
    <Suspense fallback={null}>
      <DayInput
        id={`report-${name}`}
        name={name}
        field={dayField}
        label={t(texts[name])}
        placeholder={t(texts[name])}
        allowClear={false}
        value={unread ?? span?.[name] ?? null}
        invalid={unread !== undefined}
        onChange={(next) => {
          const day = typeof next === 'string' && isDate(next) ? next : undefined;
          // text that is no date stays in the input and leaves the report unchanged; an emptied end is restored
          setUnread(day || typeof next !== 'string' ? undefined : next);
          if (day === undefined) return;
          const period = span ?? { from: day, until: day };
          const moved = { ...period, [name]: day };
          onSpan(moved.from <= moved.until ? moved : { from: day, until: day });
        }}
      />
    </Suspense>
  );
}

function SpanChoice({ choice: { span }, change, today }: ChoiceProps & { today: string }) {
  const t = useText();
  const spans = presetSpans(today);
  const names = Object.keys(presets) as (keyof typeof presets)[];
  const preset = span
    ? (names.find((name) => spans[name].from === span.from && spans[name].until === span.until) ?? 'chosen')
    : 'always';
  const onSpan = (next: ReportCriteria['span']) => change({ span: next, ...(next ? {} : { compare: undefined }) });
  return (
    <Labelled label={texts.span}>
      <Select
        aria-label={t(texts.span)}
        value={preset}
        options={[
          ...names.map((name) => ({ value: name as string, label: t(presets[name]) })),
          { value: 'always', label: t(always) },
          ...(preset === 'chosen' ? [{ value: 'chosen', label: t(chosen) }] : []),
        ]}
        onChange={(next) => onSpan(next === 'always' ? undefined : spans[next as keyof typeof spans])}
      />
      <EndInput name="from" span={span} onSpan={onSpan} />
      <EndInput name="until" span={span} onSpan={onSpan} />
    </Labelled>
  );
}

/** The criteria of a report. Each choice applies at once and is stored in the URL. */
export function ReportCriteriaBar(props: {
  choice: ReportCriteria;
  all: readonly ReportMeasure[];
  today: string;
  onChoice(choice: ReportCriteria): void;
}) {
  const t = useText();
  const { choice, all, today, onChoice } = props;
  const { measured, span, compare } = choice;
  const change = (part: Partial<ReportCriteria>) => onChoice({ ...choice, ...part });
  const [adding, setAdding] = useState<FilterBeingAdded>(false);
  return (
    <form className="xj-report-bar" aria-label={t(texts.bar)} onSubmit={(event) => event.preventDefault()}>
      <MeasureChoice choice={choice} change={change} all={all} today={today} />
      <GroupChoice choice={choice} change={change} />
      <SpanChoice choice={choice} change={change} today={today} />
      <Labelled label={texts.compare}>
        <Select
          aria-label={t(texts.compare)}
          value={compare ?? ''}
          disabled={!span}
          options={[
            { value: '', label: t(texts.alone) },
            ...Object.entries(comparisonTexts).map(([value, label]) => ({ value, label: t(label) })),
          ]}
          onChange={(next) => change({ compare: next === '' ? undefined : (next as PeriodComparison) })}
        />
      </Labelled>
      {offersArea(measured) && (
        <div className="xj-report-choice">
          <span id="report-area-label">{t(texts.area)}</span>
          <Suspense fallback={null}>
            <AdministrativeDivisionInput
              id="report-area"
              name="area_code"
              field={areaField}
              value={choice.area ?? null}
              onChange={(next) => change({ area: typeof next === 'string' ? next : undefined })}
            />
          </Suspense>
        </div>
      )}
      <div className="xj-report-choice xj-report-rows">
        <span aria-hidden="true">{t(texts.rows)}</span>
        <fieldset className="xj-chips" aria-label={t(texts.rows)}>
          <FilterChips
            plain
            resource={measured.resource}
            query={{ ...choice.rows, keyword: '' }}
            adding={adding}
            onAdding={setAdding}
            onChange={({ keyword: _keyword, ...rows }) => change({ rows })}
          />
        </fieldset>
      </div>
    </form>
  );
}

function Labelled({ label, children }: { label: Text; children: React.ReactNode }) {
  const t = useText();
  return (
    <div className="xj-report-choice">
      <span aria-hidden="true">{t(label)}</span>
      <div>{children}</div>
    </div>
  );
}
