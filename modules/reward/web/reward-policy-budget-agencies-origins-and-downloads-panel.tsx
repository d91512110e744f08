import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { Chart, type ChartOption } from '#web/chart/lazily-loaded-chart.tsx';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { get, urlWithToken } from '#web/http/client.ts';
import { translate, useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import { can } from '#web/session/session.ts';
import type { RewardPolicyUptake } from '../contract/reward-policy-budget-agencies-and-guest-origins-answer-type.ts';
import './policy-uptake-panel.css';

const texts = {
  papers: text('公示表与拨付表', 'Public notice and payment tables'),
  publicity: text('公示表', 'Public notice table'),
  payment: text('拨付表', 'Payment table'),
  burn: text('预算消耗', 'Budget use'),
  left: text('剩余预算（元）', 'Remaining budget (CNY)'),
  paid: text('已拨付（元）', 'Paid (CNY)'),
  burnLabel: text(
    '预算 {budget} 元，现余 {left} 元，已拨付 {paid} 元',
    'Budget CNY {budget}: CNY {left} left, CNY {paid} paid',
  ),
  spent: text('预算 {budget} 元 · 已占用 {percent}%', 'Budget CNY {budget} · {percent}% reserved'),
  agencies: text('按旅行社', 'By travel agency'),
  agency: text('企业', 'Enterprise'),
  applications: text('申报', 'Applications'),
  pax: text('计奖人数', 'Eligible guests'),
  nights: text('人夜', 'Person-nights'),
  amount: text('核定（元）', 'Approved (CNY)'),
  perNight: text('每人夜（元）', 'Per person-night (CNY)'),
  flags: text('不符 / 存疑', 'Failed / doubtful'),
  total: text('合计', 'Total'),
  sources: text('客源地', 'Source markets'),
  sourcesLabel: text('客源地：{n} 个省份', 'Source markets: {n} {n|province|provinces}'),
  unknown: text('不明', 'Unknown'),
  guests: text('人数', 'Guests'),
  none: text('还没有申报', 'No applications yet'),
};

const sumOf = <T,>(rows: readonly T[], of: (row: T) => number) => rows.reduce((total, row) => total + of(row), 0);
const money = (value: number) => value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const perNight = (amount: number, nights: number) => (nights > 0 ? money(amount / nights) : '—');

/** Uptake of a policy: remaining budget, applying agencies and origins of guests, with its printable tables. */
export default function RewardPolicyUptakePanel({ row }: RecordPanelProps) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['resource', 'reward/application', 'standing', row.id],
    queryFn: ({ signal }) => get<RewardPolicyUptake>('/admin/reward.policy/standing', { id: row.id }, { signal }),
  });
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  return (
    <div className="xj-policy">
      {can('reward/application/export') && <Papers id={row.id} />}
      <Burn standing={data} />
      {data.agencies.length === 0 ? (
        <p>{translate(texts.none)}</p>
      ) : (
        <>
          <Agencies standing={data} id={row.id} />
          <Sources standing={data} />
        </>
      )}
    </div>
  );
}

function Papers({ id }: { id: number }) {
  const formats = [
    ['pdf', 'PDF'],
    ['xlsx', 'Excel'],
  ] as const;
  return (
    <p className="xj-policy-papers">
      {(['publicity', 'payment'] as const).map((name) =>
        formats.map(([as, label]) => (
          <Button key={`${name} ${as}`} href={urlWithToken(`/admin/reward.policy/${name}Table`, { id, as })}>
            {translate(texts[name])} {label}
          </Button>
        )),
      )}
    </p>
  );
}

function Burn({ standing: { budget, days } }: { standing: RewardPolicyUptake }) {
  const t = useText();
  const last = days.at(-1);
  const label = t(texts.burnLabel, { budget, left: last?.left ?? budget, paid: last?.paid ?? '0.00' });
  const names = [t(texts.left), t(texts.paid)] as const;
  const option = useMemo<ChartOption>(
    () => ({
      grid: { left: 8, right: 24, top: 40, bottom: 8, containLabel: true },
      tooltip: { trigger: 'axis' },
      legend: { top: 0, left: 0 },
      xAxis: { type: 'category', data: days.map(({ day }) => day), axisTick: { show: false }, boundaryGap: false },
      yAxis: { type: 'value', min: 0, max: Number(budget), splitNumber: 4 },
      series: [
        {
          type: 'line',
          name: names[0],
          step: 'end',
          showSymbol: false,
          areaStyle: { opacity: 0.12 },
          data: days.map(({ left }) => Number(left)),
        },
        { type: 'line', name: names[1], step: 'end', showSymbol: false, data: days.map(({ paid }) => Number(paid)) },
      ],
    }),
    [days, budget, names[0], names[1]],
  );
  const used = Number(budget) - Number(last?.left ?? budget);
  return (
    <section>
      <h3>{t(texts.burn)}</h3>
      <p>{t(texts.spent, { budget: money(Number(budget)), percent: ((used / Number(budget)) * 100).toFixed(1) })}</p>
      <figure className="xj-policy-chart">
        <Chart option={option} label={label} />
      </figure>
    </section>
  );
}

function Agencies({ standing: { agencies }, id }: { standing: RewardPolicyUptake; id: number }) {
  const total = {
    applications: sumOf(agencies, (one) => one.applications),
    pax: sumOf(agencies, (one) => one.pax),
    nights: sumOf(agencies, (one) => one.nights),
    amount: sumOf(agencies, (one) => Number(one.amount)),
    paid: sumOf(agencies, (one) => Number(one.paid)),
    fails: sumOf(agencies, (one) => one.fails),
    warns: sumOf(agencies, (one) => one.warns),
  };
  const heads = ['applications', 'pax', 'nights', 'amount', 'paid', 'perNight', 'flags'] as const;
  return (
    <section>
      <h3>{translate(texts.agencies)}</h3>
      <div className="xj-policy-agencies">
        <table>
          <thead>
            <tr>
              <th scope="col">{translate(texts.agency)}</th>
              {heads.map((name) => (
                <th key={name} scope="col">
                  {translate(texts[name])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {agencies.map((one) => (
              <tr key={one.id}>
                <th scope="row">
                  <Link to={resourcePath({ name: 'enterprise/enterprise' }, one.id)}>{one.name}</Link>
                </th>
                <Figures
                  one={{ ...one, amount: Number(one.amount), paid: Number(one.paid) }}
                  to={`/admin/reward/application?policy_id=${id}&enterprise_id=${one.id}`}
                />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{translate(texts.total)}</th>
              <Figures one={total} />
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}

type FiguresOf = Readonly<Record<'applications' | 'pax' | 'nights' | 'amount' | 'paid' | 'fails' | 'warns', number>>;

/** `to`: link to the applications behind these figures. */
function Figures({ one, to }: { one: FiguresOf; to?: string }) {
  return (
    <>
      <td>{to ? <Link to={to}>{one.applications}</Link> : one.applications}</td>
      <td>{one.pax}</td>
      <td>{one.nights}</td>
      <td>{money(one.amount)}</td>
      <td>{money(one.paid)}</td>
      <td>{perNight(one.amount, one.nights)}</td>
      <td data-tone={one.fails > 0 ? 'bad' : one.warns > 0 ? 'warning' : undefined}>
        {one.fails} / {one.warns}
      </td>
    </>
  );
}

function Sources({ standing: { sources } }: { standing: RewardPolicyUptake }) {
  const t = useText();
  const [unknown, guests] = [t(texts.unknown), t(texts.guests)];
  const option = useMemo<ChartOption>(
    () => ({
      grid: { left: 8, right: 48, top: 8, bottom: 8, containLabel: true },
      tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
      xAxis: { type: 'value', splitNumber: 4 },
      yAxis: {
        type: 'category',
        inverse: true,
        axisTick: { show: false },
        data: sources.map(({ name }) => name || unknown),
      },
      series: [
        {
          type: 'bar',
          name: guests,
          barMaxWidth: 18,
          label: { show: true, position: 'right' },
          data: sources.map(({ n }) => n),
        },
      ],
    }),
    [sources, unknown, guests],
  );
  return (
    <section>
      <h3>{t(texts.sources)}</h3>
      <figure className="xj-policy-chart" style={{ height: 40 + sources.length * 26 }}>
        <Chart option={option} label={t(texts.sourcesLabel, { n: sources.length })} />
      </figure>
    </section>
  );
}
