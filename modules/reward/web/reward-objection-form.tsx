import { type FormEvent, type RefObject, useId, useRef, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import { post } from '#web/http/client.ts';
import { translate, useText } from '#web/i18n/locale.ts';
import { ContactAndVerificationCodeFields } from '#web/sign-in/form/contact-and-verification-code-fields.tsx';
import { LabelledInput } from '#web/sign-in/form/labelled-input.tsx';
import { useVerificationCodeForm } from '#web/sign-in/form/use-verification-code-form.ts';
import '#web/sign-in/page/sign-in.css';

const texts = {
  title: text('提出异议', 'Raise objection'),
  lead: text(
    '姓名和手机仅供核查人员联系，不公开、不告知申报企业。',
    'Name and mobile are used only by the verifying officer; they are neither published nor disclosed to the applicant.',
  ),
  name: text('姓名', 'Name'),
  mobile: text('手机号', 'Mobile number'),
  reason: text('异议内容', 'Objection'),
  reasonHint: text(
    '写明哪个团队、哪一晚、哪里不符，至少 10 个字',
    'State which team, which night and what is wrong, at least 10 characters',
  ),
  tooShort: text('至少 10 个字', 'At least 10 characters'),
  send: text('提交异议', 'Submit objection'),
  sent: text('验证码已发送', 'Verification code sent'),
  received: text('异议已收到', 'Objection received'),
  receivedText: text(
    '核查清楚之前，这笔奖励不予拨付。需要时会以电话与您联系。',
    'This reward is not paid until the matter is cleared up. We may phone you if necessary.',
  ),
} as const;

const shortest = 10;

/**
 * Form for an objection to a reward. Requires a verified mobile number, so that nobody objects in another person's
 * name.
 */
export function RewardObjectionForm({ id }: { id: number }) {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const done = useRef<HTMLHeadingElement>(null);
  const proof = useVerificationCodeForm(form, {
    purpose: 'reward_objection',
    sent: { mobile: texts.sent, email: texts.sent },
  });
  const { faults } = proof;
  const refused = faults.form ?? faults.application_id;
  const [name, setName] = useState('');
  const [reason, setReason] = useState('');
  const [received, setReceived] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const found = {
      ...(name.trim() === '' ? { name: translate(validationMessages.invalid_name) } : {}),
      ...proof.checkCode(),
      ...(reason.trim().length < shortest ? { reason: translate(texts.tooShort) } : {}),
    };
    if (proof.refuse(found)) return;
    void proof.use(async () => {
      const objection = {
        id,
        name: name.trim(),
        mobile: proof.address,
        captcha: proof.code.trim(),
        reason: reason.trim(),
      };
      await post('/api/reward.publicity/object', objection, { quiet: true, area: 'api' });
      setReceived(true);
      requestAnimationFrame(() => done.current?.focus());
    });
  };
  if (received) return <Receipt heading={done} />;
  return (
    <form
      ref={form}
      className="xj-sign-form xj-publicity-form"
      onSubmit={submit}
      noValidate
      aria-label={t(texts.title)}
    >
      <h2>{t(texts.title)}</h2>
      <p>{t(texts.lead)}</p>
      {refused && (
        <p className="xj-form-error" role="alert">
          {refused}
        </p>
      )}
      <ReasonField value={reason} fault={faults.reason} onValue={setReason} />
      <LabelledInput
        label={t(texts.name)}
        name="name"
        value={name}
        onValue={setName}
        error={faults.name}
        autoComplete="name"
        maxLength={50}
      />
      <ContactAndVerificationCodeFields form={proof} label={texts.mobile} />
      <button type="submit" className="xj-button" data-tone="primary" disabled={proof.busy}>
        {t(texts.send)}
      </button>
    </form>
  );
}

function Receipt({ heading }: { heading: RefObject<HTMLHeadingElement | null> }) {
  const t = useText();
  return (
    <section className="xj-publicity-taken">
      <h2 ref={heading} tabIndex={-1}>
        {t(texts.received)}
      </h2>
      <p>{t(texts.receivedText)}</p>
    </section>
  );
}

interface ReasonFieldProps {
  readonly value: string;
  readonly fault: string | undefined;
  onValue(value: string): void;
}

function ReasonField({ value, fault, onValue }: ReasonFieldProps) {
  const t = useText();
  const field = useId();
  return (
    <div className="xj-field" data-invalid={fault ? '' : undefined}>
      <label htmlFor={field}>{t(texts.reason)}</label>
      <textarea
        id={field}
        name="reason"
        rows={5}
        maxLength={1000}
        value={value}
        aria-invalid={fault ? true : undefined}
        aria-describedby={`${field}-note`}
        onChange={(event) => onValue(event.target.value)}
      />
      <p className="xj-field-note" id={`${field}-note`}>
        {fault ?? t(texts.reasonHint)}
      </p>
    </div>
  );
}
