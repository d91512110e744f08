import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { post, WireError } from '#web/http/client.ts';
import { translate, useText } from '#web/i18n/locale.ts';
import { LabelledInput } from '#web/sign-in/form/labelled-input.tsx';
import { type ErrorsByField, errorsByField, useFormSubmission } from '#web/sign-in/form/use-form-submission.ts';
import {
  type ComplaintProgress,
  complaintPath,
} from '../../contract/complaint-page-path-title-and-moves-of-complainant.ts';
import { ComplainantVerificationCodeFields } from './complainant-verification-code-fields.tsx';
import { ComplaintProgressAndComplainantActions } from './complaint-progress-and-complainant-actions.tsx';
import { useComplainantContactVerification } from './use-complainant-contact-verification.ts';

const texts = {
  title: text('投诉进度', 'Progress of a complaint'),
  number: text('投诉编号', 'Complaint number'),
  digits: text('手机后四位', 'Last four digits of your mobile'),
  digitsWrong: text('请输入四位数字', 'Enter four digits'),
  required: text('请填写', 'Please fill this in'),
  query: text('查询', 'Show'),
  file: text('提出投诉', 'File a complaint'),
  byCode: text('用验证码查询', 'Use a verification code'),
} as const;

/** What shows that a complaint is somebody's: the last digits of its mobile, or the ticket for a proven contact. */
type Access = { readonly digits: string } | { readonly ticket: string };

/** `/complaint/<number>`: how far a complaint is, to whoever has its number and the last digits of the mobile. */
export function ComplaintProgressLookup({ no: given }: { no: string }) {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { faults, busy, refuse, attempt } = useFormSubmission(form);
  const [no, setNo] = useState(given);
  const [digits, setDigits] = useState('');
  const [found, setFound] = useState<{ readonly progress: ComplaintProgress; readonly access: Access }>();
  /** Too many digits were tried for this number: its complainant proves the contact instead. */
  const [isByCode, setByCode] = useState(false);
  const read = async (number: string, access: Access): Promise<void> => {
    const body = { no: number.trim(), ...access };
    const options = { quiet: true, area: 'api' } as const;
    setFound({ progress: await post<ComplaintProgress>('/api/complaint.open/progress', body, options), access });
    requestAnimationFrame(() => heading.current?.focus());
  };
  const missingNumber = (): ErrorsByField => (no.trim() === '' ? { no: translate(texts.required) } : {});
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wrong: ErrorsByField = /^\d{4}$/.test(digits) ? {} : { digits: translate(texts.digitsWrong) };
    if (refuse({ ...missingNumber(), ...wrong })) return;
    setFound(undefined);
    void attempt(
      () => read(no, { digits }),
      (error) => {
        if (error instanceof WireError && error.reason === 'too_frequent') setByCode(true);
        return errorsByField(error);
      },
    );
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
          clean={(typed) => typed.replace(/\D/g, '').slice(0, 4)}
          onValue={setDigits}
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
      {isByCode && !found && (
        <QueryByCode isRefused={() => refuse(missingNumber())} onProven={(ticket) => read(no, { ticket })} />
      )}
      {found && (
        <ComplaintProgressAndComplainantActions
          found={found.progress}
          heading={heading}
          onChanged={() => read(found.progress.no, found.access)}
        />
      )}
    </>
  );
}

interface QueryByCodeProps {
  /** Whether the number is missing, which is then shown. */
  isRefused(): boolean;
  /** Reads the progress with the ticket. */
  onProven(ticket: string): Promise<void>;
}

/** For a complainant whose number strangers tried digits for: a code opens it. */
function QueryByCode({ isRefused, onProven }: QueryByCodeProps) {
  const t = useText();
  const element = useRef<HTMLFormElement>(null);
  const proof = useComplainantContactVerification(element);
  const { faults, busy } = proof.form;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isRefused() || proof.form.refuse(proof.faults())) return;
    void proof.use(({ ticket }) => onProven(ticket));
  };
  return (
    <form ref={element} className="xj-sign-form" onSubmit={submit} noValidate aria-label={t(texts.byCode)}>
      <h2>{t(texts.byCode)}</h2>
      {faults.form && (
        <p className="xj-form-error" role="alert">
          {faults.form}
        </p>
      )}
      <ComplainantVerificationCodeFields proof={proof} />
      <button type="submit" className="xj-button" data-tone="primary" disabled={busy} aria-busy={busy}>
        {t(texts.query)}
      </button>
    </form>
  );
}
