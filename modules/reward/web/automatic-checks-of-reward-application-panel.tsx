import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { text } from '#kernel/text/text.ts';
import { OptionTag } from '#web/cell/option-tag.tsx';
import { CellValue } from '#web/cell/value-of-field-in-cell.tsx';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { translate } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { listRows } from '#web/resource/resource-calls.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { automaticCheckResult } from '../contract/automatic-check-result-of-reward-application.ts';
import {
  type CheckCode,
  type CheckResult,
  checkCodes,
  checkResults,
} from '../contract/reward-kinds-units-and-check-codes.ts';
import {
  type AutomaticChecksOfCode,
  groupLatestAutomaticChecksByCode,
} from './group-latest-automatic-checks-by-code.ts';
import './automatic-checks-panel.css';

const texts = {
  sum: text(
    '不符 {fail} 项 · 存疑 {warn} 项 · 无数据 {none} 项 · 通过 {pass} 项',
    '{fail} failed · {warn} doubtful · {none} without data · {pass} passed',
  ),
  round: text('第 {n} 次核查', 'Check no. {n}'),
  none: text('尚未核查', 'Not checked yet'),
  lacking: { ...text('无数据', 'No data'), tone: 'warning' as const },
  whole: text('整份申报', 'Whole application'),
};

/** Labels of the numbers in the evidence, where several are shown side by side. */
const legends: Readonly<Partial<Record<CheckCode, ReturnType<typeof text>>>> = {
  outside: text('区域外 / 区域内 / 不明 / 证件与所填不符', 'Outside area / inside area / unknown / ID inconsistent'),
  ages: text('同日出生 / 已知出生日期', 'Same date of birth / known dates of birth'),
  lodging: text('每晚入住人数', 'Guests per night'),
};

/** Maximum rows loaded of the latest runs; one run on twenty teams has about a hundred and fifty. */
const mostRows = 200;

/** Results of the automatic checks of an application: worst first, each team with what it was compared with. */
export default function AutomaticChecksOfRewardApplicationPanel({ row }: RecordPanelProps) {
  const params = {
    page: 1,
    limit: mostRows,
    order: 'id,desc',
    search: [{ field: 'application_id', operator: '=' as const, val: String(row.id) }],
  };
  const { data, error, isPending, refetch } = useQuery({
    // an application that was checked again has another version
    queryKey: ['resource', automaticCheckResult.name, 'list', params, row.version],
    queryFn: ({ signal }) => listRows(automaticCheckResult, params, { signal }),
  });
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  const rows = (data?.list ?? []).toReversed();
  const groups = groupLatestAutomaticChecksByCode(rows);
  if (groups.length === 0) return <p>{translate(texts.none)}</p>;
  const count = (of: (one: AutomaticChecksOfCode) => boolean) => groups.filter(of).length;
  const sum = {
    fail: count(({ result }) => result === 'fail'),
    warn: count(({ result, lacking }) => result === 'warn' && !lacking),
    none: count(({ lacking }) => lacking),
    pass: count(({ result }) => result === 'pass'),
  };
  return (
    <div className="xj-reward-checks">
      <p>
        {translate(texts.sum, sum)} · {translate(texts.round, { n: Number(rows.at(-1)?.round ?? 1) })}
      </p>
      {groups.map((group) => (
        <Group key={group.code} group={group} />
      ))}
    </div>
  );
}

function Group({ group: { code, result, lacking, rows } }: { group: AutomaticChecksOfCode }) {
  const legend = legends[code];
  return (
    <details className="xj-reward-check" open={result === 'fail' || (result === 'warn' && !lacking)}>
      <summary>
        <OptionTag option={lacking ? texts.lacking : checkResults[result]} />
        <span>{translate(checkCodes[code])}</span>
        {rows.length > 1 && <span className="xj-reward-check-count">{rows.length}</span>}
      </summary>
      <div className="xj-reward-check-rows">
        <table>
          <thead>
            <tr>
              {(['itinerary_id', 'expected', 'found', 'evidence', 'against'] as const).map((name) => (
                <th key={name} scope="col">
                  {translate(automaticCheckResult.fields[name].label)}
                  {name === 'evidence' && legend && <small>{translate(legend)}</small>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((one) => (
              <Line key={one.id} row={one} many={rows.length > 1} />
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

const label = (name: 'expected' | 'found' | 'evidence' | 'against') =>
  translate(automaticCheckResult.fields[name].label);

function Line({ row, many }: { row: WireRow; many: boolean }) {
  const cell = (name: 'itinerary_id' | 'evidence' | 'against') => (
    <CellValue name={name} field={automaticCheckResult.fields[name]} row={row} roomy />
  );
  return (
    <tr>
      <th scope="row">
        {many && <OptionTag option={row.lacking === '1' ? texts.lacking : checkResults[row.result as CheckResult]} />}
        {row.itinerary_id ? cell('itinerary_id') : translate(texts.whole)}
      </th>
      <td className="xj-numbers" data-label={label('expected')}>
        {String(row.expected ?? '—')}
      </td>
      <td className="xj-numbers" data-label={label('found')}>
        {String(row.found ?? '—')}
      </td>
      <td data-label={label('evidence')}>{cell('evidence')}</td>
      <td data-label={label('against')}>{cell('against')}</td>
    </tr>
  );
}
