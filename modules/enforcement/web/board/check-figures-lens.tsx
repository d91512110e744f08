import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useId } from 'react';
import { Link } from 'react-router';
import { field } from '#kernel/field/field.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { isDate, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { enterpriseTypes } from '#modules/enterprise/contract/enterprise-options.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { get } from '#web/http/client.ts';
import { previousDataAsPlaceholder } from '#web/http/previous-data-as-placeholder.ts';
import { useText } from '#web/i18n/locale.ts';
import { DateInput } from '#web/input/control/date-input.tsx';
import { resourcePath } from '#web/session/area.ts';
import type { ModuleLensProps } from '#web/table/lens/module-lens-registry.ts';
import type { CheckFigures } from '../../contract/board/board-answers.ts';
import './board.css';

const texts = {
  from: text('开始日期', 'From'),
  to: text('截止日期', 'To'),
  checks: text('实施检查', 'Checks made'),
  perHundred: text('每百次检查发现问题', 'Findings per 100 checks'),
  nil: text('未发现问题率', 'Visits without a finding'),
  onTime: text('公示及时率', 'Published in time'),
  coverage: text('按企业类别的覆盖', 'Coverage by type'),
  type: text('企业类别', 'Type'),
  enterprises: text('在营企业', 'Enterprises'),
  checked: text('已检查', 'Checked'),
  share: text('覆盖率', 'Coverage'),
  workload: text('人员工作量', 'Workload of officers'),
  officer: text('执法人员', 'Officer'),
  findings: text('发现问题', 'Findings'),
  underWay: text('在办', 'Under way'),
} as const;

const days = { from: field.date(texts.from, {}), to: field.date(texts.to, {}) };
const percent = (part: number, of: number) => (of > 0 ? `${((100 * part) / of).toFixed(1)}%` : '—');
const types: Readonly<Record<string, Text | undefined>> = enterpriseTypes;

/** What the checks of a time came to: coverage by type, findings, visits without one, publication, and workload. */
export default function CheckFiguresLens({ param, setParams }: ModuleLensProps) {
  const t = useText();
  const id = useId();
  const today = shanghaiToday();
  const given = { from: param('from') ?? '', to: param('to') ?? '' };
  const range = {
    from: isDate(given.from) ? given.from : `${today.slice(0, 4)}-01-01`,
    to: isDate(given.to) ? given.to : today,
  };
  const { data, error, refetch } = useQuery({
    queryKey: ['resource', 'enforcement/check', 'figures', range],
    queryFn: ({ signal }) => get<CheckFigures>('/admin/enforcement.check/figures', range, { signal, timeout: 60_000 }),
    placeholderData: previousDataAsPlaceholder('resource', 'enforcement/check', 'figures'),
  });
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 8 }} />;
  return (
    <div className="xj-officer-board">
      <div className="xj-officer-board-weeks">
        {(['from', 'to'] as const).map((name) => (
          <span key={name} className="xj-officer-board-range">
            <label htmlFor={`${id}-${name}`}>{t(texts[name])}</label>
            <DateInput
              id={`${id}-${name}`}
              name={name}
              field={days[name]}
              value={range[name]}
              onChange={(value) => setParams({ [name]: typeof value === 'string' && value ? value : undefined })}
            />
          </span>
        ))}
      </div>
      <dl className="xj-officer-board-figures">
        <Figure label={texts.checks} value={String(data.checks)} />
        <Figure label={texts.perHundred} value={data.per_hundred.toFixed(1)} />
        <Figure label={texts.nil} value={percent(data.nil, data.reviewed)} />
        <Figure label={texts.onTime} value={percent(data.published - data.published_late, data.published)} />
      </dl>
      <section>
        <h3>{t(texts.coverage)}</h3>
        <Table
          heads={[texts.type, texts.enterprises, texts.checked, texts.share]}
          rows={data.coverage.map(({ type, enterprises, checked }) => ({
            key: type,
            cells: [t(types[type] ?? text(type, type)), enterprises, checked, percent(checked, enterprises)],
          }))}
        />
      </section>
      <section>
        <h3>{t(texts.workload)}</h3>
        <Table
          heads={[texts.officer, texts.checks, texts.findings, texts.underWay]}
          rows={data.workload.map((one) => ({
            key: String(one.id),
            cells: [
              <Link key="officer" to={resourcePath({ name: 'library/officer' }, one.id)}>
                {one.name}
              </Link>,
              one.checks,
              one.findings,
              one.under_way,
            ],
          }))}
        />
      </section>
    </div>
  );
}

function Figure({ label, value }: { readonly label: Text; readonly value: string }) {
  const t = useText();
  return (
    <div>
      <dt>{t(label)}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Table({
  heads,
  rows,
}: {
  readonly heads: readonly Text[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly React.ReactNode[] }[];
}) {
  const t = useText();
  return (
    <div className="xj-officer-board-scroll">
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head.en} scope="col">
                {t(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, at) => (
                <td key={heads[at]?.en}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
