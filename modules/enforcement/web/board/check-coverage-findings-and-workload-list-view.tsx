import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useId } from 'react';
import { Link } from 'react-router';
import { field } from '#kernel/field/field.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { isDate, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { enterpriseTypes } from '#modules/enterprise/contract/enterprise-options.ts';
import { LinkToFilteredList } from '#web/cell/link-to-filtered-list.tsx';
import type { ListWithFilterConditions } from '#web/cell/list-with-filter-conditions.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { get } from '#web/http/client.ts';
import { previousDataAsPlaceholder } from '#web/http/previous-data-as-placeholder.ts';
import { useText } from '#web/i18n/locale.ts';
import { DateInput } from '#web/input/control/date-time-and-year-inputs.tsx';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import type { ModuleLensProps } from '#web/table/lens/module-lens-registry.ts';
import type { CheckFigures } from '../../contract/board/weekly-visits-by-officer-and-check-figures-answer-types.ts';
import {
  type DayRange,
  listsBehindCheckFigures,
  listsOfEnterpriseType,
  listsOfOfficer,
} from './list-filters-behind-check-figures.ts';
import './officer-board.css';

const texts = {
  from: text('开始日期', 'From'),
  to: text('截止日期', 'To'),
  checks: text('实施检查', 'Checks made'),
  perHundred: text('每百次检查 {n} 项', '{n} per 100 checks'),
  nil: text('未发现问题', 'Without a finding'),
  nilShare: text('占已审核的 {n}', '{n} of those reviewed'),
  reviewed: text('已审核', 'Reviewed'),
  published: text('已公示', 'Published'),
  onTime: text('及时率 {n}', '{n} in time'),
  late: text('逾期公示', 'Published late'),
  coverage: text('按企业类别的覆盖', 'Coverage by type'),
  type: text('企业类别', 'Type'),
  enterprises: text('在营企业', 'Enterprises'),
  checked: text('已检查', 'Checked'),
  unchecked: text('未检查', 'Not checked'),
  share: text('覆盖率', 'Coverage'),
  workload: text('人员工作量', 'Workload of officers'),
  officer: text('执法人员', 'Officer'),
  findings: text('发现问题', 'Findings'),
  withFindings: text('发现问题的检查', 'Checks with findings'),
  none: text('这段时间没有实施检查', 'No checks were made in this period'),
  underWay: text('在办', 'Under way'),
} as const;

const days = { from: field.date(texts.from, {}), to: field.date(texts.to, {}) };
const percent = (part: number, of: number) => (of > 0 ? `${((100 * part) / of).toFixed(1)}%` : '—');
const types: Readonly<Record<string, Text | undefined>> = enterpriseTypes;

/** What the checks of a time came to: coverage by type, findings, visits without one, publication, and workload. */
export default function CheckCoverageFindingsAndWorkloadListView({ param, setParams }: ModuleLensProps) {
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
  const lists = listsBehindCheckFigures(range);
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
        <Figure label={texts.checks} n={data.checks} to={lists.checks} />
        <Figure label={texts.findings} n={data.findings} to={lists.findings}>
          {t(texts.perHundred, { n: data.per_hundred.toFixed(1) })}
        </Figure>
        <Figure label={texts.reviewed} n={data.reviewed} to={lists.reviewed} />
        <Figure label={texts.nil} n={data.nil} to={lists.nil}>
          {t(texts.nilShare, { n: percent(data.nil, data.reviewed) })}
        </Figure>
        <Figure label={texts.published} n={data.published} to={lists.published}>
          {t(texts.onTime, { n: percent(data.published - data.published_late, data.published) })}
        </Figure>
        <Figure label={texts.late} n={data.published_late} to={lists.published_late} />
      </dl>
      <Coverage figures={data} range={range} />
      <Workload figures={data} range={range} />
    </div>
  );
}

interface PartProps {
  readonly figures: CheckFigures;
  readonly range: DayRange;
}

/** How many enterprises of each type were checked. */
function Coverage({ figures, range }: PartProps) {
  const t = useText();
  return (
    <section>
      <h3>{t(texts.coverage)}</h3>
      <Table
        heads={[texts.type, texts.enterprises, texts.checked, texts.unchecked, texts.share]}
        rows={figures.coverage.map(({ type, enterprises, checked }) => {
          const to = listsOfEnterpriseType(range, type);
          return {
            key: type,
            cells: [
              t(types[type] ?? text(type, type)),
              <Count key="enterprises" n={enterprises} to={to.enterprises} />,
              <Count key="checked" n={checked} to={to.checked} />,
              <Count key="unchecked" n={enterprises - checked} to={to.unchecked} />,
              percent(checked, enterprises),
            ],
          };
        })}
      />
    </section>
  );
}

/** What each officer did. */
function Workload({ figures, range }: PartProps) {
  const t = useText();
  return (
    <section>
      <h3>{t(texts.workload)}</h3>
      {figures.workload.length === 0 ? (
        <p role="status">{t(texts.none)}</p>
      ) : (
        <Table
          heads={[texts.officer, texts.checks, texts.withFindings, texts.underWay]}
          rows={figures.workload.map((one) => {
            const to = listsOfOfficer(range, one.certificate);
            return {
              key: String(one.id),
              cells: [
                <Link key="officer" to={resourcePath({ name: 'library/officer' }, one.id)}>
                  {one.name}
                </Link>,
                <Count key="checks" n={one.checks} to={to.checks} />,
                <Count key="findings" n={one.with_findings} to={to.with_findings} />,
                <Count key="under_way" n={one.under_way} to={to.under_way} />,
              ],
            };
          })}
        />
      )}
    </section>
  );
}

interface CountProps {
  readonly n: number;
  /** The list of the rows counted. */
  readonly to: ListWithFilterConditions;
}

/** A number that opens its rows; none are behind 0. */
const Count = ({ n, to }: CountProps) =>
  n === 0 ? '0' : <LinkToFilteredList to={to}>{n.toLocaleString('en')}</LinkToFilteredList>;

function Figure({ label, children, ...count }: CountProps & { readonly label: Text; readonly children?: string }) {
  const t = useText();
  return (
    <div>
      <dt>{t(label)}</dt>
      <dd>
        <Count {...count} />
        {children && <small>{children}</small>}
      </dd>
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
            {heads.map((head, at) => (
              <th key={head.en} scope="col" data-number={at > 0 || undefined}>
                {t(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, at) => (
                <td key={heads[at]?.en} data-number={at > 0 || undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
