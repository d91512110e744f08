import type { DeadlineClock } from '#kernel/declaration/deadline-clock.ts';
import type { AnyField } from '#kernel/declaration/field.ts';
import { text } from '#kernel/text/text.ts';
import type { ShownClock } from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';
import { DueCountdown } from '#web/cell/countdown-to-deadline.tsx';
import { formatDay } from '#web/cell/format/date-format.ts';
import { dueUnitOf } from '#web/cell/format/format-time-left-until-deadline.ts';
import { CellValue, isBlankCell } from '#web/cell/value-of-field-in-cell.tsx';
import { useText } from '#web/i18n/locale.ts';
import { lifecycleOf } from '#web/lifecycle/move/moves-offered-to-user.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import './party-statements-and-limits-panel.css';

const texts = {
  clocks: text('期限', 'Time limits'),
  counts: text('先到', 'ends first'),
  paused: text('已中止', 'suspended'),
  complainant: text('投诉人陈述', 'What the complainant says'),
  respondent: text('被投诉人答复', 'What the respondent says'),
  silent: text('尚未答复', 'No answer yet'),
  claimed: text('请求', 'Claimed'),
  agreed: text('协议', 'Agreed'),
  unagreed: text('尚未达成协议', 'Nothing agreed yet'),
  share: text('为请求金额的 {n}%', '{n}% of the claim'),
} as const;

type Part = Pick<RecordPanelProps, 'resource' | 'row'>;

/** The words of both parties side by side, what was agreed beside what was claimed, and all time limits on one line. */
export default function PartyStatementsAndTimeLimitsPanel({ resource, row }: RecordPanelProps) {
  const t = useText();
  const share = (Number(row.agreed_amount) / Number(row.demanded)) * 100;
  const hasAnswer = !isBlank('answer', { resource, row });
  const hasAgreement = !isBlank('agreed_amount', { resource, row });
  return (
    <div className="xj-complaint-parties">
      <ClockLine resource={resource} clocks={row._clocks ?? []} />
      <div className="xj-complaint-sides">
        <section>
          <h3>{t(texts.complainant)}</h3>
          <Values names={['shown_name', 'facts', 'files']} {...{ resource, row }} />
        </section>
        <section>
          <h3>{t(texts.respondent)}</h3>
          {hasAnswer ? (
            <Values names={['respondent_name', 'answer', 'answer_files', 'answered_at']} {...{ resource, row }} />
          ) : (
            <Values names={['respondent_name', 'answer_by']} {...{ resource, row }} empty={t(texts.silent)} />
          )}
        </section>
        <section>
          <h3>{t(texts.claimed)}</h3>
          <Values names={['demands', 'demanded']} {...{ resource, row }} />
        </section>
        <section>
          <h3>{t(texts.agreed)}</h3>
          {hasAgreement ? (
            <>
              <Values names={['agreement', 'agreed_amount', 'fulfil_by', 'paid_amount']} {...{ resource, row }} />
              {Number.isFinite(share) && <p>{t(texts.share, { n: Math.round(share) })}</p>}
            </>
          ) : (
            <p>{t(texts.unagreed)}</p>
          )}
        </section>
      </div>
    </div>
  );
}

function isBlank(name: string, { resource, row }: Part): boolean {
  const field = resource.fields[name];
  return !field || isBlankCell(field, row[name]);
}

/** The values of these fields, as far as the reader has them and they are filled. */
function Values({ names, resource, row, empty }: Part & { names: readonly string[]; empty?: string }) {
  const t = useText();
  const filled = names.filter((name) => !isBlank(name, { resource, row }));
  return (
    <dl>
      {filled.map((name) => {
        const field = resource.fields[name] as AnyField;
        return (
          <div key={name}>
            <dt>{t(field.label)}</dt>
            <dd>
              <CellValue name={name} field={field} row={row} roomy />
            </dd>
          </div>
        );
      })}
      {empty && <p>{empty}</p>}
    </dl>
  );
}

/** Several running time limits on one line, with the one whose day comes first; one alone stands with the state. */
function ClockLine({ resource, clocks }: { resource: Part['resource']; clocks: readonly ShownClock[] }) {
  const t = useText();
  const open = clocks.filter(({ status }) => status !== 'done');
  if (open.length < 2) return null;
  const first = open.filter(({ status }) => status !== 'paused').toSorted((a, b) => a.due_at - b.due_at)[0];
  return (
    <ul className="xj-complaint-clocks" aria-label={t(texts.clocks)}>
      {open.map((one) => {
        const declared = lifecycleOf(resource)?.clocks?.[one.clock] as DeadlineClock | undefined;
        return (
          <li key={`${one.clock} ${one.start_at}`} title={[one.rule, one.article].filter(Boolean).join(' · ')}>
            <strong>{declared ? t(declared) : one.clock}</strong>
            {one.status === 'paused' ? (
              t(texts.paused)
            ) : (
              <>
                {formatDay(one.due_at)} <DueCountdown due={one.due_at} unit={dueUnitOf(one.unit)} />
              </>
            )}
            {one === first && <em>{t(texts.counts)}</em>}
          </li>
        );
      })}
    </ul>
  );
}
