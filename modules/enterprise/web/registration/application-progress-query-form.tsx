import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { isMobile, normalizeMobile } from '#kernel/check/phone-number.ts';
import { text } from '#kernel/text/text.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { isCancelled, post, WireError } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import CaptchaField from '#web/sign-in/form/captcha-field.tsx';
import { useCaptchaState } from '#web/sign-in/form/captcha-state.ts';
import { LabelledInput } from '#web/sign-in/form/labelled-input.tsx';
import { registerTexts } from './application/registration-form-texts.ts';
import { type ApplicationProgressStep, ApplicationProgressSteps } from './application-progress-steps.tsx';

const texts = {
  lead: text(
    '输入回执上的查询编号和登记时填写的手机号。',
    'Enter the query number on your receipt and the mobile number given at registration.',
  ),
  number: text('查询编号', 'Query number'),
  numberHint: text('QY 开头，共 16 位', '16 characters starting with QY'),
  numberWrong: text('查询编号为 QY 加 14 位数字', 'A query number is QY followed by 14 digits'),
  mobile: text('手机号', 'Mobile number'),
  mobileWrong: text(
    '请输入登记时填写的手机号（11 位，以 1 开头）',
    'Enter the mobile number given at registration (11 digits beginning with 1)',
  ),
  query: text('查询', 'Query'),
  querying: text('正在查询…', 'Searching…'),
  due: text('审核期限：{date}', 'Review deadline: {date}'),
  corrections: text('需更正的内容', 'Items to correct'),
  reason: text('审核意见', 'Review comments'),
  next: text('下一步', 'Next step'),
  road: text('办理进度', 'Progress'),
} as const;

interface Progress {
  name: string;
  query_no: string;
  area: string;
  status: string;
  status_label: string;
  tone: string;
  due_at: number | null;
  steps: ApplicationProgressStep[];
  returned: { reason: string; marks: { field: string; label: string; remark: string }[] } | null;
  next: string;
}

/** Passed by the receipt in the history state: a mobile must not be in the URL. */
export interface ApplicationProgressInput {
  number: string;
  mobile: string;
}

/** Progress of an application, by its number and a mobile, without sign-in. */
export function ApplicationProgressQueryForm() {
  const given = useLocation().state as ApplicationProgressInput | null;
  const [address] = useSearchParams();
  const [number, setNumber] = useState(given?.number ?? address.get('query_no') ?? '');
  const [mobile, setMobile] = useState(given?.mobile ?? '');
  const result = useRef<HTMLHeadingElement>(null);
  const { query, errors, captcha, needsPicture, busy, found } = useProgress(() => result.current?.focus());

  // Coming from a receipt with both values: query at once.
  const queried = useRef(false);
  useEffect(() => {
    if (queried.current || !given) return;
    queried.current = true;
    void query(number, mobile);
  });

  return (
    <div className="xj-progress-page">
      <form
        className="xj-progress-form"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (!busy) void query(number, mobile);
        }}
      >
        <h1>{translate(registerTexts.progress)}</h1>
        <p>{translate(texts.lead)}</p>
        {errors.form && (
          <p className="xj-form-error" role="alert">
            {errors.form}
          </p>
        )}
        <LabelledInput
          label={translate(texts.number)}
          hint={translate(texts.numberHint)}
          error={errors.number}
          value={number}
          onValue={setNumber}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={24}
        />
        <LabelledInput
          label={translate(texts.mobile)}
          error={errors.mobile}
          value={mobile}
          onValue={setMobile}
          inputMode="tel"
          autoComplete="tel-national"
          maxLength={20}
        />
        {needsPicture && <CaptchaField captcha={captcha} error={errors.picture} />}
        <button type="submit" className="xj-button" data-tone="primary" aria-busy={busy} disabled={busy}>
          {translate(busy ? texts.querying : texts.query)}
        </button>
      </form>
      {found && <ProgressResult found={found} heading={result} />}
    </div>
  );
}

/** Queries the progress of an application; `onFound` runs once the answer is rendered. */
function useProgress(onFound: () => void) {
  const [errors, setErrors] = useState<{ number?: string; mobile?: string; picture?: string; form?: string }>({});
  const captcha = useCaptchaState();
  const [needsPicture, setNeedsPicture] = useState(false);
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<Progress>();

  const query = async (number: string, mobile: string): Promise<void> => {
    const code = number.replace(/\s/g, '').toUpperCase();
    const wrong: typeof errors = {
      ...(/^QY\d{14}$/.test(code) ? {} : { number: translate(texts.numberWrong) }),
      ...(isMobile(normalizeMobile(mobile)) ? {} : { mobile: translate(texts.mobileWrong) }),
    };
    setErrors(wrong);
    if (wrong.number ?? wrong.mobile) return;
    setBusy(true);
    setFound(undefined);
    const picture = needsPicture ? { captcha_id: captcha.id, captchaInfo: captcha.value } : {};
    const body = { query_no: code, mobile, ...picture };
    try {
      setFound(await post<Progress>('/api/enterprise/progress', body, { quiet: true, area: 'api' }));
      setNeedsPicture(false);
      requestAnimationFrame(onFound);
    } catch (error) {
      captcha.renew();
      if (isCancelled(error)) return;
      const wantsPicture = error instanceof WireError && error.reason === 'captcha';
      if (wantsPicture) setNeedsPicture(true);
      setErrors({ [wantsPicture ? 'picture' : 'form']: error instanceof WireError ? error.message : String(error) });
    } finally {
      setBusy(false);
    }
  };

  return { query, errors, captcha, needsPicture, busy, found };
}

interface ProgressResultProps {
  readonly found: Progress;
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

function ProgressResult({ found, heading }: ProgressResultProps) {
  return (
    <section className="xj-progress-result" aria-labelledby="xj-progress-name">
      <header>
        <h2 id="xj-progress-name" ref={heading} tabIndex={-1}>
          {found.name}
        </h2>
        <p>
          {found.area} · {found.query_no}
        </p>
        <span className="xj-progress-state" data-tone={found.tone}>
          {found.status_label}
        </span>
      </header>
      <ApplicationProgressSteps label={translate(texts.road)} steps={found.steps} />
      {found.due_at !== null && (
        <p className="xj-progress-due">{translate(texts.due, { date: formatMinute(found.due_at) })}</p>
      )}
      {found.returned && (
        <div className="xj-progress-returned">
          <h3>{translate(texts.reason)}</h3>
          <p>{found.returned.reason}</p>
          {found.returned.marks.length > 0 && (
            <>
              <h3>{translate(texts.corrections)}</h3>
              <ul>
                {found.returned.marks.map((mark) => (
                  <li key={mark.field}>
                    <strong>{mark.label}</strong> {mark.remark}
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
      <p className="xj-progress-next">
        <strong>{translate(texts.next)}</strong> {found.next}
      </p>
      <Link className="xj-button" to="/user/login">
        {translate(registerTexts.signIn)}
      </Link>
    </section>
  );
}
