import { type RefObject, useState } from 'react';
import { type Text, text } from '#kernel/text/text.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { useText } from '#web/i18n/locale.ts';
import type {
  ComplainantMove,
  ComplaintProgress,
} from '../../contract/complaint-page-path-title-and-moves-of-complainant.ts';
import {
  invitationAnswers,
  mediationModes,
} from '../../contract/complaint-select-options-applicable-rule-and-limits.ts';
import { complaintStates } from '../../contract/complaint-states.ts';
import { ComplainantActionForm } from './complainant-action-form.tsx';
import { complainantActionTexts } from './complainant-action-texts.ts';
import { ComplainantContactAccessLog } from './complainant-contact-access-log.tsx';
import { useComplaintCategoryAndRefusalLists } from './use-complaint-category-and-refusal-lists.ts';

const texts = {
  about: text('对{respondent}的投诉（{category}）', 'Complaint about {respondent} ({category})'),
  filed: text('{day} 提出', 'Filed on {day}'),
  joint: text('共同投诉，{n} 人', 'Joint complaint of {n} {n|person|people}'),
  merged: text(
    '与同一事由的投诉合并处理，以下是合并后的进展',
    'Handled together with a complaint of the same cause; this is how far that one is',
  ),
  due: text('截止 {day}', 'by {day}'),
  material: text('需要您补充', 'Material you need to supply'),
  answer: text('被投诉人的答复', 'Answer of the respondent'),
  invitation: text('调解安排', 'Session of mediation'),
  answered: text('您的答复：{answer}', 'Your answer: {answer}'),
  agreement: text('调解协议', 'Agreement'),
  amount: text('协议金额 {amount} 元', 'Amount agreed: CNY {amount}'),
  fulfil: text('{day} 前履行', 'To be fulfilled by {day}'),
  result: text('处理结果', 'Result'),
  refusal: text('不予受理', 'Not accepted'),
  transferred: text('已转{office}', 'Transferred to {office}'),
  steps: text('办理过程', 'Steps'),
  you: text('您可以', 'What you can do'),
} as const;

/** Whose turn it is, in words for the complainant. */
const turnTexts = {
  office: text('轮到投诉处理机构', 'It is the turn of the office'),
  complainant: text('轮到您', 'It is your turn'),
  respondent: text('轮到被投诉人', 'It is the turn of the respondent'),
  nobody: text('已结束', 'Ended'),
} as const;

const stateText = (status: string) => complaintStates[status as keyof typeof complaintStates] ?? text(status, status);

const optionText = (options: Readonly<Record<string, Text>>, value: string | null): Text | undefined =>
  value === null ? undefined : options[value];

interface ComplaintStandingProps {
  readonly found: ComplaintProgress;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  /** Reads the standing again, after the complainant did something. */
  onChanged(): Promise<void>;
}

/** How far a complaint is, and what its complainant can do. */
export function ComplaintProgressAndComplainantActions({ found, heading, onChanged }: ComplaintStandingProps) {
  const t = useText();
  const { categoryLabel, refusalLabel } = useComplaintCategoryAndRefusalLists();
  const category = categoryLabel(found.category);
  const refusal = refusalLabel(found.refusal);
  const amount = found.agreed_amount ? t(texts.amount, { amount: found.agreed_amount }) : '';
  const parts = [
    [texts.material, found.turn === 'complainant' ? found.material_wanted : null],
    [texts.answer, found.answer],
    [texts.agreement, found.agreement && [found.agreement, amount].filter(Boolean).join('\n')],
    [texts.refusal, refusal ? [t(refusal), found.refusal_article].filter(Boolean).join('\n') : null],
    [texts.result, found.result],
  ] as const;
  return (
    <section className="xj-complaint-standing" aria-live="polite">
      <h2 ref={heading} tabIndex={-1}>
        {t(stateText(found.status))}
      </h2>
      <p>{t(texts.about, { respondent: found.respondent, category: category ? t(category) : found.category })}</p>
      <p>
        {t(texts.filed, { day: found.filed_on })}
        {found.people > 1 && <> · {t(texts.joint, { n: found.people })}</>}
      </p>
      {found.merged && <p>{t(texts.merged)}</p>}
      <p className="xj-complaint-turn" data-turn={found.turn}>
        <strong>{t(turnTexts[found.turn])}</strong>
        {found.due_on && found.turn !== 'nobody' && <> · {t(texts.due, { day: found.due_on })}</>}
        {found.article && found.turn !== 'nobody' && <small>{found.article}</small>}
      </p>
      {found.transferred_to && <p>{t(texts.transferred, { office: found.transferred_to })}</p>}
      {parts.map(([label, value]) =>
        value ? (
          <div key={label.en}>
            <h3>{t(label)}</h3>
            <p className="xj-complaint-text">{value}</p>
          </div>
        ) : null,
      )}
      {found.fulfil_by && found.status === 'agreed' && <p>{t(texts.fulfil, { day: found.fulfil_by })}</p>}
      {found.session_at !== null && found.status === 'mediating' && <Invitation found={found} />}
      <ComplainantMoves key={`${found.status} ${found.moves.join()}`} found={found} onChanged={onChanged} />
      <h3>{t(texts.steps)}</h3>
      <ol className="xj-complaint-steps">
        {found.steps.map((step) => (
          <li key={`${step.at} ${step.status}`}>
            <time dateTime={new Date(step.at * 1000).toISOString()}>{formatMinute(step.at)}</time>
            {t(stateText(step.status))}
          </li>
        ))}
      </ol>
      <ComplainantContactAccessLog openings={found.openings} />
    </section>
  );
}

/** When, how and where the parties meet. */
function Invitation({ found }: { found: ComplaintProgress }) {
  const t = useText();
  const mode = optionText(mediationModes, found.session_mode);
  const answer = optionText(invitationAnswers, found.session_answer);
  return (
    <div>
      <h3>{t(texts.invitation)}</h3>
      <p>{[formatMinute(found.session_at ?? 0), mode && t(mode), found.session_place].filter(Boolean).join(' · ')}</p>
      {answer && <p>{t(texts.answered, { answer: t(answer) })}</p>}
    </div>
  );
}

/** Moves that are the complainant's turn, whose form is shown at once. */
const awaited: readonly ComplainantMove[] = ['supplement', 'answerInvitation'];

function ComplainantMoves({ found, onChanged }: { found: ComplaintProgress; onChanged(): Promise<void> }) {
  const t = useText();
  const isAwaited = (move: ComplainantMove) =>
    awaited.includes(move) && (move !== 'answerInvitation' || found.session_answer === null);
  const [open, setOpen] = useState<ComplainantMove | undefined>(() => found.moves.find(isAwaited));
  const others = found.moves.filter((move) => move !== open);
  if (found.moves.length === 0) return null;
  return (
    <div className="xj-complaint-moves">
      {open && (
        <ComplainantActionForm
          key={open}
          move={open}
          found={found}
          onDone={onChanged}
          onCancel={() => setOpen(undefined)}
        />
      )}
      {others.length > 0 && (
        <>
          <h3>{t(texts.you)}</h3>
          <div className="xj-complaint-buttons">
            {others.map((move) => (
              <button key={move} type="button" className="xj-button" onClick={() => setOpen(move)}>
                {t(complainantActionTexts[move].open)}
              </button>
            ))}
          </div>
        </>
      )}
    </div>
  );
}
