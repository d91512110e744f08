import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { post } from '#web/http/client.ts';
import { translate, useText } from '#web/i18n/locale.ts';
import { LabelledInput } from '#web/sign-in/form/labelled-input.tsx';
import { useFormSubmission } from '#web/sign-in/form/use-form-submission.ts';
import { type ComplaintProgress, complaintPath } from '../../contract/file-and-follow-complaint-page.ts';
import { ComplaintProgressAndMoves } from './complaint-progress-and-moves.tsx';

const texts = {
  title: text('投诉进度', 'Progress of a complaint'),
  number: text('投诉编号', 'Complaint number'),
  digits: text('手机后四位', 'Last four digits of your mobile'),
  digitsWrong: text('请输入四位数字', 'Enter four digits'),
  required: text('请填写', 'Please fill this in'),
  query: text('查询', 'Show'),
  file: text('提出投诉', 'File a complaint'),
} as const;

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
    void attempt(read);
  };
  const read = async (): Promise<void> => {
    const body = { no: no.trim(), digits };
    setFound(await post<ComplaintProgress>('/api/complaint.open/progress', body, { quiet: true, area: 'api' }));
    requestAnimationFrame(() => heading.current?.focus());
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
      {found && <ComplaintProgressAndMoves found={found} heading={heading} onChanged={read} />}
    </>
  );
}
