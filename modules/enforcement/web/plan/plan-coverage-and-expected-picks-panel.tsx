import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { RiskClass } from '#kernel/random-draw/draw-record-types.ts';
import { ticketsByRiskClass } from '#kernel/random-draw/draw-record-types.ts';
import { text } from '#kernel/text/text.ts';
import { enterpriseTypes } from '#modules/enterprise/contract/enterprise-options.ts';
import { LinkToFilteredList } from '#web/cell/link-to-filtered-list.tsx';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { get } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { translateDivisionName } from '#web/i18n/translate-division-name.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import {
  type CountByRiskClass,
  type EnterprisesCoveredByPlan,
  enterprisesOfCoverage,
  expectedPicks,
  type PlanCoverage,
  riskClassesInOrder,
} from '../../contract/plan/plan-coverage-and-expected-picks.ts';
import './plan-coverage-and-expected-picks-panel.css';

const texts = {
  lead: text(
    '现有符合条件的企业 {n} 家，抽签票 {tickets} 张，拟抽 {count} 家。',
    '{n} {n|enterprise meets|enterprises meet} the conditions, with {tickets} {tickets|ticket|tickets}; {count} {count|is|are} to be drawn.',
  ),
  unrated: text(
    '其中 {n} 家尚未评级，按 B 级计。',
    '{n} of them {n|has|have} no risk class yet and {n|counts|count} as B.',
  ),
  none: text('没有符合条件的企业，计划不能批准。', 'No enterprise meets the conditions: the plan cannot be approved.'),
  byRisk: text('按风险等级', 'By risk class'),
  byArea: text('按地区与类别', 'By area and type'),
  risk: text('风险等级', 'Risk class'),
  weight: text('每家票数', 'Tickets each'),
  enterprises: text('企业', 'Enterprises'),
  tickets: text('票数', 'Tickets'),
  picks: text('预计抽中', 'Expected to be drawn'),
  share: text('抽中比例', 'Chance'),
  area: text('地区', 'Area'),
  type: text('类别', 'Type'),
  total: text('合计', 'Total'),
};

const countByRisk = (groups: readonly EnterprisesCoveredByPlan[]): CountByRiskClass => {
  const counts: Record<RiskClass, number> = { A: 0, B: 0, C: 0, D: 0 };
  for (const { risk, n } of groups) counts[risk] += n;
  return counts;
};

const percent = (share: number) => `${(share * 100).toFixed(1)}%`;

/** What a plan means: how many enterprises by area, type and risk class, and how likely each is drawn. */
export default function PlanCoverageAndExpectedPicksPanel({ row }: RecordPanelProps) {
  const t = useText();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['resource', 'enforcement/plan', 'coverage', row.id],
    queryFn: ({ signal }) => get<PlanCoverage>('/admin/enforcement.plan/coverage', { id: row.id }, { signal }),
  });
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 5 }} />;
  if (data.enterprises === 0) return <p role="status">{t(texts.none)}</p>;
  return (
    <div className="xj-coverage">
      <p>
        {t(texts.lead, { n: data.enterprises, tickets: data.tickets, count: data.count })}
        {data.unrated > 0 && ` ${t(texts.unrated, { n: data.unrated })}`}
      </p>
      <RiskTable coverage={data} />
      <GroupTable groups={data.groups} />
    </div>
  );
}

function RiskTable({ coverage: { groups, count, enterprises, tickets } }: { coverage: PlanCoverage }) {
  const t = useText();
  const counts = countByRisk(groups);
  const picks = expectedPicks(counts, count);
  return (
    <section>
      <h3>{t(texts.byRisk)}</h3>
      <div className="xj-coverage-table">
        <table>
          <thead>
            <tr>
              {(['risk', 'weight', 'enterprises', 'tickets', 'picks', 'share'] as const).map((name) => (
                <th key={name} scope="col">
                  {t(texts[name])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {riskClassesInOrder.map((risk) => (
              <tr key={risk}>
                <th scope="row">{risk}</th>
                <td>{ticketsByRiskClass[risk]}</td>
                <td>{counts[risk]}</td>
                <td>{counts[risk] * ticketsByRiskClass[risk]}</td>
                <td>{counts[risk] > 0 ? picks[risk].toFixed(1) : '—'}</td>
                <td>{counts[risk] > 0 ? percent(picks[risk] / counts[risk]) : '—'}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t(texts.total)}</th>
              <td />
              <td>{enterprises}</td>
              <td>{tickets}</td>
              <td>{count}</td>
              <td>{percent(count / enterprises)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}

function GroupTable({ groups }: { groups: readonly EnterprisesCoveredByPlan[] }) {
  const t = useText();
  const byPlace = new Map<string, EnterprisesCoveredByPlan[]>();
  for (const group of groups) {
    const place = `${group.area} ${group.type}`;
    byPlace.set(place, [...(byPlace.get(place) ?? []), group]);
  }
  return (
    <section>
      <h3>{t(texts.byArea)}</h3>
      <div className="xj-coverage-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t(texts.area)}</th>
              <th scope="col" className="xj-text">
                {t(texts.type)}
              </th>
              {riskClassesInOrder.map((risk) => (
                <th key={risk} scope="col">
                  {risk}
                </th>
              ))}
              <th scope="col">{t(texts.enterprises)}</th>
            </tr>
          </thead>
          <tbody>
            {[...byPlace].map(([place, some]) => {
              const counts = countByRisk(some);
              const [first] = some;
              return (
                <tr key={place}>
                  <th scope="row">{translateDivisionName(first?.area_name ?? '')}</th>
                  <td className="xj-text">{typeLabel(t, first?.type)}</td>
                  {riskClassesInOrder.map((risk) => (
                    <td key={risk}>
                      {counts[risk] > 0 && first && (
                        <LinkToFilteredList to={enterprisesOfCoverage(first, risk)}>{counts[risk]}</LinkToFilteredList>
                      )}
                    </td>
                  ))}
                  <td>
                    {first && (
                      <LinkToFilteredList to={enterprisesOfCoverage(first)}>
                        {some.reduce((sum, { n }) => sum + n, 0)}
                      </LinkToFilteredList>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const typeLabel = (t: ReturnType<typeof useText>, type = '') =>
  Object.hasOwn(enterpriseTypes, type) ? t(enterpriseTypes[type as keyof typeof enterpriseTypes]) : type;
