import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { operatorSlugs } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import { text } from '#kernel/text/text.ts';
import { riskClasses } from '#modules/enterprise/contract/enterprise-options.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { Chart, type ChartOption } from '#web/chart/lazily-loaded-chart.tsx';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { get } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import { can } from '#web/session/session.ts';
import { riskScoreComponents } from '../contract/risk-score-components-and-limits.ts';
import type { RiskContribution, RiskExplanation } from '../contract/risk-score-explanation-answer-types.ts';
import './risk-panels.css';

const texts = {
  none: text(
    '还没有评分：企业开业后的当晚计算。',
    'No score yet. It is computed in the night after the enterprise starts business.',
  ),
  scored: text('{score} 分 · {risk_class}', 'Score {score} · {risk_class}'),
  at: text('计算于 {time}', 'Computed at {time}'),
  set: text(
    '人工调整至 {until}，按评分为 {risk_class}：{reason}',
    'Overridden until {until}; class by score: {risk_class}. Reason: {reason}',
  ),
  isNew: text('新登记企业，{n} 天内不低于 B 级。', 'Newly registered: at least class B for {n} {n|day|days}.'),
  points: text('{n} 分', '{n} {n|point|points}'),
  rest: text('其他事项', 'Other items'),
  contributions: text('主要构成', 'Largest contributions'),
  parts: text('各部分', 'Parts'),
  most: text('满分 {n}', 'of {n}'),
  missing: text('尚未测算', 'Not measured yet'),
  curve: text('评分变化', 'Score over time'),
  curveLabel: text('评分自 {from} 至 {to} 的变化', 'Score from {from} to {to}'),
  openScore: text('评分记录与调整', 'Score record and override'),
} as const;

/** How the score of an enterprise comes about: on its own record, and on the record of the enterprise. */
export default function RiskScoreExplanationPanel({ resource, row }: RecordPanelProps) {
  const t = useText();
  const ofScore = resource.name === 'risk/score';
  const query = ofScore ? { id: row.id } : { enterprise_id: row.id };
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['resource', 'risk/score', 'explain', ofScore, row.id],
    queryFn: ({ signal }) => get<RiskExplanation | null>('/admin/risk.score/explain', query, { signal, quiet: true }),
  });
  if (!can('risk/score/index')) return null;
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  if (!data) return <p>{t(texts.none)}</p>;
  return (
    <div className="xj-risk">
      <Summary of={data} />
      {!ofScore && <Link to={resourcePath({ name: 'risk/score' }, data.id)}>{t(texts.openScore)}</Link>}
      <Waterfall of={data} />
      <Parts of={data} />
      {data.history.length > 1 && <Curve of={data} />}
    </div>
  );
}

const classText = (name: string) => riskClasses[name as keyof typeof riskClasses] ?? riskClasses.B;

function Summary({ of }: { of: RiskExplanation }) {
  const t = useText();
  const measuredClass = t(classText(of.measured_class));
  return (
    <div>
      <p className="xj-risk-score" data-tone={classText(of.risk_class).tone}>
        {t(texts.scored, { score: of.score, risk_class: t(classText(of.risk_class)) })}
      </p>
      {of.override && <p>{t(texts.set, { ...of.override, risk_class: measuredClass })}</p>}
      {of.is_new && <p>{t(texts.isNew, { n: of.new_days })}</p>}
      {of.measured_at > 0 && <p className="xj-risk-note">{t(texts.at, { time: formatMinute(of.measured_at) })}</p>}
    </div>
  );
}

/** Bars that begin where the one before ends, so that together they reach the score. */
function Waterfall({ of: { contributions, score } }: { of: RiskExplanation }) {
  const t = useText();
  const listed = contributions.reduce((sum, { points }) => sum + points, 0);
  const rest = Math.round((score - listed) * 10) / 10;
  let from = 0;
  const bars = contributions.map((one) => {
    const bar = { one, from };
    from += one.points;
    return bar;
  });
  if (contributions.length === 0) return null;
  return (
    <section>
      <h3>{t(texts.contributions)}</h3>
      <ol className="xj-risk-bars">
        {bars.map(({ one, from: begin }) => (
          <li key={one.name}>
            <Because one={one} />
            <span className="xj-risk-points">{t(texts.points, { n: one.points })}</span>
            <Bar from={begin} points={one.points} />
          </li>
        ))}
        {rest >= 1 && (
          <li>
            <span>{t(texts.rest)}</span>
            <span className="xj-risk-points">{t(texts.points, { n: rest })}</span>
            <Bar from={from} points={rest} />
          </li>
        )}
      </ol>
    </section>
  );
}

const Bar = ({ from, points }: { from: number; points: number }) => (
  <span className="xj-risk-bar" aria-hidden="true">
    <span style={{ marginInlineStart: `${from}%`, inlineSize: `${points}%` }} />
  </span>
);

/** Why it counts, as a link to the rows that do. */
function Because({ one: { because, label, n, of, rows } }: { one: RiskContribution }) {
  const t = useText();
  const reason = t(because, { n });
  if (!of || rows.length === 0 || !can(`${of}/index`)) return <span>{reason}</span>;
  const only = `id.${operatorSlugs.IN}=${rows.join(',')}`;
  return (
    <Link to={`${resourcePath({ name: of })}?${only}`} title={t(label)}>
      {reason}
    </Link>
  );
}

function Parts({ of: { parts } }: { of: RiskExplanation }) {
  const t = useText();
  return (
    <section>
      <h3>{t(texts.parts)}</h3>
      <ul className="xj-risk-parts">
        {parts.map(({ part, most, measured }) => (
          <li key={part} data-measured={measured}>
            {t(riskScoreComponents[part])} <span>{t(texts.most, { n: most })}</span>
            {!measured && <em>{t(texts.missing)}</em>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Curve({ of: { history } }: { of: RiskExplanation }) {
  const t = useText();
  const option = useMemo<ChartOption>(
    () => ({
      grid: { left: 8, right: 24, top: 16, bottom: 8, containLabel: true },
      tooltip: { trigger: 'axis' },
      xAxis: { type: 'time' },
      yAxis: { type: 'value', min: 0, max: 100 },
      series: [{ type: 'line', step: 'end', data: history.map(({ day, score }) => [day, score]) }],
    }),
    [history],
  );
  const [first, last] = [history[0]?.day ?? '', history.at(-1)?.day ?? ''];
  return (
    <section>
      <h3>{t(texts.curve)}</h3>
      <figure className="xj-risk-curve">
        <Chart option={option} label={t(texts.curveLabel, { from: first, to: last })} />
      </figure>
    </section>
  );
}
