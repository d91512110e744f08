import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { complaintCategories, complaintRefusals } from '#modules/system/contract/complaint-and-opinion-option-lists.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { post } from '#web/http/client.ts';
import { translate, useText } from '#web/i18n/locale.ts';
import { LabelledInput } from '#web/sign-in/form/labelled-input.tsx';
import { useFormSubmission } from '#web/sign-in/form/use-form-submission.ts';
import { type ComplaintProgress, complaintPath } from '../contract/complaint-page.ts';
import { complaintStates } from '../contract/complaint-states.ts';

const texts = {
  title: text('投诉进度', 'Progress of a complaint'),
  number: text('投诉编号', 'Complaint number'),
  digits: text('手机后四位', 'Last four digits of your mobile'),
  digitsWrong: text('请输入四位数字', 'Enter four digits'),
  required: text('请填写', 'Please fill this in'),
  query: text('查询', 'Show'),
  file: text('提出投诉', 'File a complaint'),
  about: text('对{respondent}的投诉（{category}）', 'Complaint about {respondent} ({category})'),
  due: text('截止 {day}', 'by {day}'),
  material: text('需要您补充', 'What you are asked to supply'),
  answer: text('被投诉人的答复', 'Answer of the respondent'),
  agreement: text('调解协议', 'Agreement'),
  fulfil: text('{day} 前履行', 'To be fulfilled by {day}'),
  result: text('处理结果', 'Result'),
  refusal: text('不予受理', 'Not accepted'),
  transferred: text('已转{office}', 'Transferred to {office}'),
  steps: text('办理过程', 'Steps'),
} as const;

/** Whose turn it is, in words for the complainant. */
const turnTexts = {
  office: text('轮到投诉处理机构', 'It is the turn of the office'),
  complainant: text('轮到您', 'It is your turn'),
  respondent: text('轮到被投诉人', 'It is the turn of the respondent'),
  nobody: text('已结束', 'Ended'),
} as const;

const stateText = (status: string) => complaintStates[status as keyof typeof complaintStates] ?? text(status, status);

/** `/complaint/<number>`: how far a complaint is, to whoever has its number and the last digits of the mobile. */
export function ComplaintProgressQuery({ no: given }: { no: string }) {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { faults, busy, refuse, attempt } = useFormSubmission(form);
  const [no, setNo] = useState(given);
  const [digits, setDigits] = useState('');
  const [found, setFound] = useState<ComplaintProgress>();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wrong = {
      ...(no.trim() === '' ? { no: translate(texts.required) } : {}),
      ...(/^\d{4}$/.test(digits) ? {} : { digits: translate(texts.digitsWrong) }),
    };
    if (refuse(wrong)) return;
    setFound(undefined);
    void attempt(async () => {
      const body = { no: no.trim(), digits };
      setFound(await post<ComplaintProgress>('/api/complaint.open/progress', body, { quiet: true, area: 'api' }));
      requestAnimationFrame(() => heading.current?.focus());
    });
  };
  return (
    <>
      <form ref={form} className="xj-sign-form" onSubmit={submit} noValidate aria-label={t(texts.title)}>
        <h1>{t(texts.title)}</h1>
        {faults.form && (
          <p className="xj-form-error" role="alert">
            {faults.form}
          </p>
        )}
        <LabelledInput
          label={t(texts.number)}
          name="no"
          value={no}
          onValue={setNo}
          error={faults.no}
          autoCapitalize="characters"
          autoComplete="off"
          maxLength={40}
        />
        <LabelledInput
          label={t(texts.digits)}
          name="digits"
          value={digits}
          onValue={(typed) => setDigits(typed.replace(/\D/g, '').slice(0, 4))}
          error={faults.digits}
          inputMode="numeric"
          autoComplete="off"
        />
        <button type="submit" className="xj-button" data-tone="primary" disabled={busy} aria-busy={busy}>
          {t(texts.query)}
        </button>
        <p>
          <Link to={complaintPath}>{t(texts.file)}</Link>
        </p>
      </form>
      {found && <Standing found={found} heading={heading} />}
    </>
  );
}

function Standing({
  found,
  heading,
}: {
  found: ComplaintProgress;
  heading: React.RefObject<HTMLHeadingElement | null>;
}) {
  const t = useText();
  const category = complaintCategories.initial[found.category as keyof typeof complaintCategories.initial];
  const refusal = complaintRefusals.initial[found.refusal as keyof typeof complaintRefusals.initial];
  const parts = [
    [texts.material, found.turn === 'complainant' ? found.material_wanted : null],
    [texts.answer, found.answer],
    [texts.agreement, found.agreement],
    [texts.refusal, refusal ? t(refusal) : null],
    [texts.result, found.result],
  ] as const;
  return (
    <section className="xj-complaint-standing" aria-live="polite">
      <h2 ref={heading} tabIndex={-1}>
        {t(stateText(found.status))}
      </h2>
      <p>{t(texts.about, { respondent: found.respondent, category: category ? t(category) : found.category })}</p>
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
      <h3>{t(texts.steps)}</h3>
      <ol className="xj-complaint-steps">
        {found.steps.map((step) => (
          <li key={`${step.at} ${step.status}`}>
            <time dateTime={new Date(step.at * 1000).toISOString()}>{formatMinute(step.at)}</time>
            {t(stateText(step.status))}
          </li>
        ))}
      </ol>
    </section>
  );
}
