import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Fields } from '#kernel/declaration/field.ts';
import { text } from '#kernel/text/text.ts';
import { FormFields } from '#web/form/field/form-fields-by-section.tsx';
import { valuesOfNewRowToSend } from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { useFormState } from '#web/form/state/use-form-state.ts';
import { isCancelled, post, WireError } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import type { FieldInputProps } from '#web/input/control/field-input-props.ts';
import { ownershipClaim } from '../../contract/claim-to-own-enterprise-record.ts';
import { applicationFields } from './application/registration-fields-by-step.ts';
import { registerTexts } from './application/registration-form-texts.ts';
import { isMobileTicketExpired, useVerifiedMobileState } from './application/use-verified-mobile-state.ts';
import { ApplicationPictureUploadInput } from './form/application-picture-upload-input.tsx';
import { MobileVerificationInput } from './form/mobile-verification-input.tsx';

const texts = {
  claimable: text(
    '用主管部门名录中预留的手机号验证，可立即认领；使用其他手机号须由主管部门核实。',
    'Verify with the mobile number on record to claim ownership at once; with any other number the authority must verify the claim.',
  ),
  registered: text(
    '该企业已有账号。您的申请由主管部门核实，结果短信告知。',
    'This enterprise already has an account. The authority will verify your claim and notify you by SMS.',
  ),
  mobile: text('您的手机', 'Your mobile'),
  bound: text('认领成功', 'Ownership claimed'),
  boundText: text(
    '“{name}”已归入账号“{account}”，请登录会员中心查看。',
    '“{name}” now belongs to account “{account}”. Sign in to the member centre to view it.',
  ),
  sent: text('认领申请已提交', 'Ownership claim submitted'),
  sentText: text(
    '主管部门核实后会以短信告知。您可用账号“{account}”登录查看进度。',
    'The authority will verify it and notify you by SMS. Sign in as “{account}” to follow its progress.',
  ),
  submit: text('提交认领', 'Submit ownership claim'),
  cancel: text('返回登记', 'Back to registration'),
  hint: text('说明您与该企业的关系', 'Explain your relationship with the enterprise'),
  proofHint: text('授权书、在职证明等，可不交', 'Letter of authorisation, proof of employment etc. (optional)'),
};

const { applicant, reason, proof } = ownershipClaim.fields;
const { username, password, password_confirm } = applicationFields;
/** Fields a claimant fills in, with the labels that officers see. */
const fields = {
  applicant: { ...applicant, required: true },
  reason: { ...reason, required: true, hint: texts.hint, options: { min: 5, max: 500 } },
  proof: { ...proof, hint: texts.proofHint },
  username,
  password,
  password_confirm,
} as Fields;

interface Claimed {
  state: 'bound' | 'submitted';
  name: string;
  account: { username: string };
}

interface ClaimPageProps {
  uscc: string;
  type: string;
  name: string;
  /** Whether the enterprise already has an account. */
  state: 'claimable' | 'registered';
  onBack: () => void;
}

/** Claims an enterprise that is already on record. */
export function ClaimEnterpriseByVerifiedMobilePage({ uscc, type, name, state, onBack }: ClaimPageProps) {
  const { form, verified, setVerified, verify, required, problem, sending, claimed, submit } = useClaim(uscc, type);
  const [mobile, setMobile] = useState(verified?.mobile ?? '');
  const previews = useRef(new Map<string, string>()).current;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, []);

  const ticket = verified?.ticket ?? '';
  const inputs = useMemo(
    () => ({
      proof: (props: FieldInputProps) => (
        <ApplicationPictureUploadInput
          {...props}
          ticket={ticket}
          previews={previews}
          onExpired={() => setVerified(undefined)}
        />
      ),
    }),
    [ticket, previews, setVerified],
  );
  if (claimed) return <ClaimReceipt claimed={claimed} />;
  return (
    <form
      className="xj-wizard-card xj-claim"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!sending) void submit();
      }}
    >
      <header>
        <h1 ref={heading} tabIndex={-1}>
          {translate(registerTexts.claimTitle)}
        </h1>
      </header>
      <p className="xj-claim-name">
        <strong>{name}</strong>
        <span>{uscc}</span>
      </p>
      <p>{translate(texts[state])}</p>
      {problem && (
        <p className="xj-form-note" data-tone="bad" role="alert">
          {problem}
        </p>
      )}
      <MobileVerificationInput
        label={texts.mobile}
        mobile={mobile}
        onMobile={setMobile}
        verified={verified}
        onVerified={setVerified}
        handle={verify}
      />
      {verified?.username && (
        <p className="xj-form-note">{translate(registerTexts.boundAccount, { name: verified.username })}</p>
      )}
      <FormFields form={form} names={required} inputs={inputs} />
      <footer>
        <button type="button" className="xj-button" onClick={onBack}>
          {translate(texts.cancel)}
        </button>
        <button type="submit" className="xj-button" data-tone="primary" aria-busy={sending} disabled={sending}>
          {translate(texts.submit)}
        </button>
      </footer>
    </form>
  );
}

/** State of a claim: form, verified mobile, submission; `claimed` is the answer. */
function useClaim(uscc: string, type: string) {
  const form = useFormState(fields);
  const [verified, setVerified] = useVerifiedMobileState();
  const [problem, setProblem] = useState<string>();
  const [sending, setSending] = useState(false);
  const [claimed, setClaimed] = useState<Claimed>();
  const verify = useRef<{ require: () => void }>(null);
  const required = [
    'applicant',
    'reason',
    ...(verified ? ['proof'] : []),
    ...(verified?.username ? [] : ['username', 'password', 'password_confirm']),
  ];

  const submit = async () => {
    if (!verified) return verify.current?.require();
    if (!form.check(required)) return;
    setSending(true);
    setProblem(undefined);
    try {
      const given = Object.fromEntries(
        Object.entries(valuesOfNewRowToSend(form.values)).filter(([key]) => required.includes(key)),
      );
      setClaimed(
        await post<Claimed>(
          '/api/enterprise/claim',
          { ...given, ticket: verified.ticket, uscc, ent_type: type },
          { quiet: true, area: 'api', timeout: 30_000 },
        ),
      );
      setVerified(undefined);
    } catch (error) {
      if (isCancelled(error)) return;
      if (!(error instanceof WireError)) throw error;
      if (isMobileTicketExpired(error)) setVerified(undefined);
      const others = form.refuse(error.errors);
      setProblem([error.message, ...others].join(' '));
    } finally {
      setSending(false);
    }
  };

  return { form, verified, setVerified, verify, required, problem, sending, claimed, submit };
}

/** Shows whether the enterprise was bound at once or the claim waits for the authority. */
function ClaimReceipt({ claimed }: { claimed: Claimed }) {
  const bound = claimed.state === 'bound';
  return (
    <section className="xj-receipt" role="status">
      <h1>{translate(bound ? texts.bound : texts.sent)}</h1>
      <p>
        {translate(bound ? texts.boundText : texts.sentText, {
          name: claimed.name,
          account: claimed.account.username,
        })}
      </p>
      <div className="xj-receipt-buttons">
        <Link className="xj-button" data-tone="primary" to="/user/login">
          {translate(registerTexts.signIn)}
        </Link>
      </div>
    </section>
  );
}
