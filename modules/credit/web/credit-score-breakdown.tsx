import { useMemo } from 'react';
import { Link } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { creditGrades } from '#modules/enterprise/contract/enterprise-options.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { Chart, type ChartOption } from '#web/chart/lazily-loaded-chart.tsx';
import { useText } from '#web/i18n/locale.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import { creditEventKinds, creditLists } from '../contract/credit-event-kinds-lists-and-grounds.ts';
import type { CreditScoreExplanation } from '../contract/score-explanation-and-formula-preview-answers.ts';
import './credit-panels.css';

const texts = {
  outOf: text('/ 1000', '/ 1000'),
  at: text('{time} 按“{formula}”第 {revision} 版计算', 'Computed at {time} by “{formula}”, version {revision}'),
  base: text('基础分', 'Base'),
  listed: text('列入{list}（至 {until}），等级不高于 {grade}', 'Listed: {list} (until {until}); grade {grade} at best'),
  praised: text('列入{list}（至 {until}）', 'Listed: {list} (until {until})'),
  capped: text('同类合计 {sum} 分，按上限计 {points} 分', 'Together {sum}; counted up to the maximum: {points}'),
  counts: text('{day} · 计分至 {until} 前', '{day} · counts until before {until}'),
  objected: text('异议处理中', 'Objection pending'),
  noEvents: text('没有计入的信用事项', 'No events count'),
  scale: text('等级分界：A ≥ {A}，B ≥ {B}，C ≥ {C}，D ≥ {D}', 'Grades: A ≥ {A}, B ≥ {B}, C ≥ {C}, D ≥ {D}'),
  curve: text('评分变化', 'Score over time'),
  curveLabel: text('信用分自 {from} 至 {to} 的变化', 'Credit score from {from} to {to}'),
} as const;

const gradeText = (name: string) => creditGrades[name as keyof typeof creditGrades] ?? creditGrades.B;
const signed = (points: number) => (points > 0 ? `+${points}` : String(points).replace('-', '−'));

interface BreakdownProps {
  readonly of: CreditScoreExplanation;
  /** The resource whose records the events link to. Undefined: the reader has none to open. */
  readonly events?: string;
}

/** A credit score with its grade, what it is composed of, and how it changed. */
export function CreditScoreBreakdown({ of, events }: BreakdownProps) {
  return (
    <>
      <Summary of={of} />
      <Kinds of={of} {...(events === undefined ? {} : { events })} />
      {of.history.length > 1 && <Curve of={of} />}
    </>
  );
}

function Summary({ of }: { of: CreditScoreExplanation }) {
  const t = useText();
  const { score, grade, formula, measured_at, bounds, lists } = of;
  return (
    <section>
      <p className="xj-credit-score" data-tone={gradeText(grade).tone}>
        <strong>{score}</strong> <span>{t(texts.outOf)}</span> <em>{t(gradeText(grade))}</em>
      </p>
      <Scale of={of} />
      {lists.map(({ id, list, until }) => (
        <p key={id} className="xj-credit-listed" data-tone={creditLists[list].tone}>
          {t(list === 'red' ? texts.praised : texts.listed, {
            list: t(creditLists[list]),
            until,
            grade: list === 'serious' ? 'E' : 'D',
          })}
        </p>
      ))}
      <p className="xj-credit-note">{t(texts.scale, bounds)}</p>
      <p className="xj-credit-note">
        {t(texts.at, { time: formatMinute(measured_at), formula: formula.title, revision: formula.revision })}
      </p>
    </section>
  );
}

/** The score on a line from 0 to 1000, divided where grades begin. */
function Scale({ of: { score, bounds } }: { of: CreditScoreExplanation }) {
  return (
    <div className="xj-credit-scale" aria-hidden="true">
      {(['A', 'B', 'C', 'D'] as const).map((grade) => (
        <span key={grade} style={{ insetInlineStart: `${bounds[grade] / 10}%` }}>
          {grade}
        </span>
      ))}
      <b style={{ inlineSize: `${score / 10}%` }} />
    </div>
  );
}

function Kinds({ of: { base, kinds }, events: resource }: BreakdownProps) {
  const t = useText();
  return (
    <ul className="xj-credit-kinds">
      <li>
        <h3>
          {t(texts.base)} <span>{base}</span>
        </h3>
      </li>
      {kinds.map(({ kind, sum, points, events }) => (
        <li key={kind} data-sign={points < 0 ? 'minus' : 'plus'}>
          <h3>
            {t(creditEventKinds[kind])} <span>{signed(points)}</span>
          </h3>
          {sum !== points && (
            <p className="xj-credit-note">{t(texts.capped, { sum: signed(sum), points: signed(points) })}</p>
          )}
          <ul>
            {events.map((one) => (
              <li key={one.id}>
                {resource ? (
                  <Link to={resourcePath({ name: resource }, one.id)}>{one.title}</Link>
                ) : (
                  <span>{one.title}</span>
                )}
                <span className="xj-credit-points">{signed(one.points)}</span>
                <small>
                  {t(texts.counts, { day: one.happened_on, until: one.expires_on })}
                  {one.objected && ` · ${t(texts.objected)}`}
                  {one.basis && ` · ${one.basis}`}
                </small>
              </li>
            ))}
          </ul>
        </li>
      ))}
      {kinds.length === 0 && <li className="xj-credit-note">{t(texts.noEvents)}</li>}
    </ul>
  );
}

function Curve({ of: { history } }: { of: CreditScoreExplanation }) {
  const t = useText();
  const option = useMemo<ChartOption>(
    () => ({
      grid: { left: 8, right: 24, top: 16, bottom: 8, containLabel: true },
      tooltip: { trigger: 'axis' },
      xAxis: { type: 'time' },
      yAxis: { type: 'value', min: 0, max: 1000 },
      series: [{ type: 'line', step: 'end', data: history.map(({ day, score }) => [day, score]) }],
    }),
    [history],
  );
  return (
    <section>
      <h3>{t(texts.curve)}</h3>
      <figure className="xj-credit-curve">
        <Chart
          option={option}
          label={t(texts.curveLabel, { from: history[0]?.day ?? '', to: history.at(-1)?.day ?? '' })}
        />
      </figure>
    </section>
  );
}
