import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { normalizeMobile } from '#kernel/check/mobile.ts';
import { formatRecent } from '#web/cell/date-format.ts';
import { fieldAt } from '#web/form/faults.ts';
import { FormFaults } from '#web/form/form-faults.tsx';
import { type FormValues, givenValues } from '#web/form/form-values.ts';
import { useFieldForm } from '#web/form/use-field-form.ts';
import { isCancelled, post, WireError } from '#web/http/client.ts';
import { queryClientOf } from '#web/http/query.ts';
import { translate } from '#web/i18n/locale.ts';
import {
  fieldApplies,
  hasParent,
  requestedFields,
  type StepKey,
  stepFields,
  stepKeys,
  stepOf,
} from './application-fields.ts';
import { ConfirmStep } from './confirm-step.tsx';
import { ContactStep } from './contact-step.tsx';
import { type Draft, dropDraft } from './draft-store.ts';
import { PlaceStep } from './place-step.tsx';
import type { Submitted } from './receipt.tsx';
import { registerTexts } from './register-texts.ts';
import { StepRail, stepTexts } from './step-rail.tsx';
import { storableValues, type Verified } from './store-application.ts';
import { SubjectStep } from './subject-step.tsx';
import { fetchDraft, useDraft } from './use-draft.ts';
import { codeOf, type Lookup, useAgency, useLookup } from './use-lookup.ts';
import { isTicketExpired, useVerified } from './use-verified.ts';

interface WizardProps {
  draft: Draft | undefined;
  onClaim: (uscc: string, type: string, found: Lookup) => void;
  onSubmitted: (submitted: Submitted) => void;
}

/** Names of the account fields: a mobile that has an account is asked for none. */
const accountFields: ReadonlySet<string> = new Set(['username', 'password', 'password_confirm']);
const none: ReadonlySet<string> = new Set();

/** The application in four steps. */
export function Wizard({ draft, onClaim, onSubmitted }: WizardProps) {
  const form = useFieldForm(requestedFields, { ...(draft ? { values: storableValues(draft.values) } : {}) });
  const { values } = form;
  const [verified, setVerified] = useVerified();
  const [step, setStep] = useState<StepKey>(() => firstStep(draft, verified));
  const [reached, setReached] = useState<StepKey>(step);
  const [agreed, setAgreed] = useState({ commitment: false, privacy: false });
  const [agreeErrors, setAgreeErrors] = useState<Partial<Record<'commitment' | 'privacy', string>>>({});
  const [problem, setProblem] = useState<string>();
  const [note, setNote] = useState<string>();
  const [sending, setSending] = useState(false);
  const previews = useRef(new Map<string, string>()).current;
  const verify = useRef<{ require: () => void }>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const lookup = useLookup(values.uscc, values.ent_type);
  const agency = useAgency(values.parent_uscc, values.ent_type);
  const savedAt = useDraft(step, values, verified, !sending);
  const without = verified?.username ? accountFields : none;

  const go = (next: StepKey) => {
    setStep(next);
    setProblem(undefined);
    if (stepKeys.indexOf(next) > stepKeys.indexOf(reached)) setReached(next);
  };
  // A new step is announced, and read from its top.
  const drawn = useRef(step);
  useEffect(() => {
    if (drawn.current === step) return;
    drawn.current = step;
    window.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, [step]);

  const onVerified = (next: Verified | undefined) => {
    setVerified(next);
    if (next) {
      form.set('contact_mobile', next.mobile);
      void loadDraft(next);
    }
  };

  /** A draft of another device fills what is empty here; what was typed here stays. */
  const loadDraft = async ({ ticket }: Verified) => {
    const stored = await fetchDraft(ticket);
    const filled = Object.entries(stored ? storableValues(stored.data) : {}).filter(([name]) => !isGiven(values[name]));
    for (const [name, value] of filled) form.set(name, value);
    if (filled.length > 0) setNote(translate(registerTexts.draftRestored));
  };

  const namesOf = (key: StepKey): string[] =>
    [...stepFields[key].required, ...stepFields[key].optional].filter(
      (name) => !without.has(name) && name !== 'contact_mobile' && fieldApplies(values.ent_type, name),
    );

  const isStepRight = (key: StepKey): boolean => {
    if (!form.check(namesOf(key))) return false;
    if (key === 'subject') {
      const blocked = lookup.answer !== undefined && lookup.answer.state !== 'free';
      const wrongAgency = hasParent(values.ent_type) && agency === null;
      if (wrongAgency) form.refuse({ parent_uscc: [translate(registerTexts.agencyMissing)] });
      return !blocked && !wrongAgency;
    }
    if (key === 'contact') {
      if (!verified) {
        verify.current?.require();
        return false;
      }
      if (without.size === 0 && values.password !== values.password_confirm) {
        form.refuse({ password_confirm: [translate(registerTexts.passwordsDiffer)] });
        return false;
      }
    }
    return true;
  };

  const checkAgreed = (): boolean => {
    const found: typeof agreeErrors = {};
    for (const kind of ['commitment', 'privacy'] as const)
      if (!agreed[kind]) found[kind] = translate(registerTexts.mustAgree);
    setAgreeErrors(found);
    const first = Object.keys(found)[0];
    if (first) document.getElementById(`agree-${first}`)?.focus();
    return first === undefined;
  };

  const refuse = (error: WireError) => {
    if (isTicketExpired(error)) {
      setVerified(undefined);
      setStep('contact');
      setProblem(error.message);
      return;
    }
    const names = Object.keys(error.errors ?? {});
    const target = stepKeys.find((key) => names.some((name) => stepOf(name) === key));
    if (target) setStep(target);
    const others = form.refuse(error.errors);
    setProblem([error.message, ...others].join(' '));
    // what is told of a taken code must be true when the step is shown
    if (error.reason === 'duplicate') void queryClientOf().invalidateQueries({ queryKey: ['enterprise lookup'] });
  };

  const submit = async () => {
    const wrong = (['subject', 'contact', 'place'] as const).find((key) => !isStepRight(key));
    if (wrong) return setStep(wrong);
    if (!checkAgreed() || !verified) return;
    setSending(true);
    setProblem(undefined);
    try {
      const given = givenValues(pickRequired(values, without));
      const made = await post<Omit<Submitted, 'name' | 'mobile'>>(
        '/api/enterprise/register',
        { ...given, contact_mobile: verified.mobile, ticket: verified.ticket, commitment: '1', privacy: '1' },
        { quiet: true, area: 'api', timeout: 30_000, loading: true },
      );
      dropDraft();
      setVerified(undefined);
      onSubmitted({ ...made, name: String(values.name), mobile: verified.mobile });
    } catch (error) {
      setSending(false);
      if (isCancelled(error)) return;
      if (!(error instanceof WireError)) throw error;
      refuse(error);
    }
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    if (step === 'confirm') {
      void submit();
      return;
    }
    const next = stepKeys[stepKeys.indexOf(step) + 1];
    if (isStepRight(step) && next) go(next);
  };

  const previous = stepKeys[stepKeys.indexOf(step) - 1];
  const marked = Object.keys(form.errors).filter((name) => stepOf(name) === step).length;
  const shared = useMemo(() => ({ form, verified }), [form, verified]);
  return (
    <div className="xj-wizard">
      <StepRail step={step} reached={reached} onStep={go} />
      <form className="xj-wizard-card" noValidate onSubmit={onSubmit}>
        <header>
          <h1 ref={heading} tabIndex={-1}>
            {translate(stepTexts[step].title)}
          </h1>
          <p role="status">
            {savedAt ? translate(registerTexts.draftSaved, { time: formatRecent(savedAt / 1000) }) : ''}
          </p>
        </header>
        {note && (
          <p className="xj-form-note" role="status">
            {note}
          </p>
        )}
        {problem && (
          <p className="xj-form-note" data-tone="bad" role="alert">
            {problem}
          </p>
        )}
        <FormFaults
          form={form}
          onGo={(at) => {
            setStep(stepOf(fieldAt(at)) ?? step);
            form.goTo(at);
          }}
        />
        {step === 'subject' && (
          <SubjectStep
            form={form}
            lookup={lookup}
            agency={agency}
            onClaim={() => lookup.answer && onClaim(codeOf(values.uscc), String(values.ent_type), lookup.answer)}
          />
        )}
        {step === 'contact' && (
          <ContactStep
            {...shared}
            verify={verify}
            onMobile={(mobile) => form.set('contact_mobile', mobile)}
            onVerified={onVerified}
          />
        )}
        {step === 'place' && (
          <PlaceStep
            form={form}
            ticket={verified?.ticket ?? ''}
            previews={previews}
            onExpired={() => {
              setVerified(undefined);
              setStep('contact');
            }}
          />
        )}
        {step === 'confirm' && (
          <ConfirmStep
            values={values}
            previews={previews}
            without={without}
            agreed={agreed}
            errors={agreeErrors}
            onAgreed={(kind, yes) => {
              setAgreed({ ...agreed, [kind]: yes });
              setAgreeErrors({ ...agreeErrors, [kind]: undefined });
            }}
            onChange={setStep}
          />
        )}
        <footer>
          {previous && (
            <button type="button" className="xj-button" onClick={() => go(previous)}>
              {translate(registerTexts.back)}
            </button>
          )}
          {marked > 0 && <span className="xj-wizard-marked">{translate(registerTexts.fixFirst, { n: marked })}</span>}
          <button type="submit" className="xj-button" data-tone="primary" aria-busy={sending} disabled={sending}>
            {translate(
              sending ? registerTexts.submitting : step === 'confirm' ? registerTexts.submit : registerTexts.next,
            )}
          </button>
        </footer>
      </form>
    </div>
  );
}

/** Where a draft is taken up: not past the contact while the mobile is to be verified anew, as files need its ticket. */
function firstStep(draft: Draft | undefined, verified: Verified | undefined): StepKey {
  const step = stepKeys.find((key) => key === draft?.step) ?? 'subject';
  return verified || step === 'subject' ? step : 'contact';
}

const isGiven = (value: unknown) => value !== null && value !== undefined && value !== '';

/** What is sent: without the account of a mobile that has one, and without the agency of what is no branch. */
const pickRequired = (values: FormValues, without: ReadonlySet<string>): FormValues =>
  Object.fromEntries(
    Object.entries({ ...values, legal_mobile: normalizeMobile(String(values.legal_mobile ?? '')) }).filter(
      ([name]) => !without.has(name) && (name !== 'parent_uscc' || hasParent(values.ent_type)),
    ),
  );
