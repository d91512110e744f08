import { useRef, useState } from 'react';
import { normalizeMobile } from '#kernel/check/phone-number.ts';
import { type FormValues, valuesOfNewRowToSend } from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { type FormState, useFormState } from '#web/form/state/use-form-state.ts';
import { isCancelled, post, WireError } from '#web/http/client.ts';
import { queryClientOf } from '#web/http/react-query-client-by-sign-in-area.ts';
import { translate } from '#web/i18n/locale.ts';
import { deleteStoredDraft, type StoredApplicationDraft } from './application-draft-local-storage.ts';
import { applicantFields, hasParentAgency, type StepKey, stepKeys, stepOf } from './registration-fields-by-step.ts';
import { registerTexts } from './registration-form-texts.ts';
import { withoutIdNumbersAndPasswords } from './store-application-draft-without-secrets.ts';
import { useAgreementCheckboxes } from './use-agreement-checkboxes.ts';
import { useCreditCodeAvailability, useParentAgency } from './use-credit-code-availability.ts';
import { fetchServerDraft, useDraftAutosave } from './use-draft-autosave.ts';
import { isMobileTicketExpired, useVerifiedMobileState } from './use-verified-mobile-state.ts';
import { validateStep } from './validate-application-step.ts';
import type { VerifiedMobile } from './verified-mobile-storage.ts';

/** Account fields, omitted if the mobile has an account already. */
const accountFields: ReadonlySet<string> = new Set(['username', 'password', 'password_confirm']);
const none: ReadonlySet<string> = new Set();

/** A submitted application: the server's answer with the name and mobile entered. */
export interface SubmittedApplication {
  id: number;
  query_no: string;
  /** Unix seconds. */
  due_at: number | null;
  account: { username: string; created: boolean };
  name: string;
  mobile: string;
}

/** State of an application: form, current step, verified mobile, submission. */
export function useApplicationForm(
  draft: StoredApplicationDraft | undefined,
  onSubmitted: (submitted: SubmittedApplication) => void,
) {
  const form = useFormState(applicantFields, draft ? { values: withoutIdNumbersAndPasswords(draft.values) } : {});
  const { values } = form;
  const [verified, setVerified] = useVerifiedMobileState();
  const [step, setStep] = useState<StepKey>(() => firstStep(draft, verified));
  const [reached, setReached] = useState<StepKey>(step);
  const agreements = useAgreementCheckboxes();
  const [problem, setProblem] = useState<string>();
  const [note, setNote] = useState<string>();
  const [sending, setSending] = useState(false);
  const previews = useRef(new Map<string, string>()).current;
  const verify = useRef<{ require: () => void }>(null);
  const lookup = useCreditCodeAvailability(values.uscc, values.ent_type);
  const agency = useParentAgency(values.parent_uscc, values.ent_type);
  const savedAt = useDraftAutosave(step, values, verified, !sending);
  const without = verified?.username ? accountFields : none;

  const go = (next: StepKey): void => {
    setStep(next);
    setProblem(undefined);
    if (stepKeys.indexOf(next) > stepKeys.indexOf(reached)) setReached(next);
  };
  const onVerified = (next: VerifiedMobile | undefined): void => {
    setVerified(next);
    if (!next) return;
    form.set('contact_mobile', next.mobile);
    void fillFromDraft(form, next, () => setNote(translate(registerTexts.draftRestored)));
  };
  /** The ticket has expired: the contact step verifies the mobile again. */
  const onExpired = (): void => {
    setVerified(undefined);
    setStep('contact');
  };
  const isStepRight = (key: StepKey): boolean => validateStep(key, { form, verified, without, lookup, agency, verify });

  const refuse = (error: WireError): void => {
    if (isMobileTicketExpired(error)) onExpired();
    setProblem(isMobileTicketExpired(error) ? error.message : markRefused(error, form, setStep));
  };

  const submit = async (): Promise<void> => {
    const wrong = (['subject', 'contact', 'place'] as const).find((key) => !isStepRight(key));
    if (wrong) return setStep(wrong);
    if (!agreements.check() || !verified) return;
    setSending(true);
    setProblem(undefined);
    try {
      const made = await sendApplication(values, without, verified);
      deleteStoredDraft();
      setVerified(undefined);
      onSubmitted({ ...made, name: String(values.name), mobile: verified.mobile });
    } catch (error) {
      setSending(false);
      if (isCancelled(error)) return;
      if (!(error instanceof WireError)) throw error;
      refuse(error);
    }
  };

  const steps = { step, setStep, reached, go, isStepRight };
  const contact = { verified, verify, onVerified, onExpired };
  return {
    form,
    ...steps,
    ...contact,
    lookup,
    agency,
    previews,
    without,
    agreements,
    problem,
    note,
    savedAt,
    sending,
    submit,
  };
}

/**
 * Marks the errors of the server and opens the first step with one. Returns the message with errors that belong to no
 * field.
 */
function markRefused(error: WireError, form: FormState, setStep: (step: StepKey) => void): string {
  const names = Object.keys(error.errors ?? {});
  const target = stepKeys.find((key) => names.some((name) => stepOf(name) === key));
  if (target) setStep(target);
  const others = form.refuse(error.errors);
  // refresh the lookup note before the step is shown
  if (error.reason === 'duplicate') void queryClientOf().invalidateQueries({ queryKey: ['enterprise lookup'] });
  return [error.message, ...others].join(' ');
}

/**
 * The step at which a draft resumes: no later than the contact step while the mobile is unverified, as uploads need its
 * ticket.
 */
function firstStep(draft: StoredApplicationDraft | undefined, verified: VerifiedMobile | undefined): StepKey {
  const step = stepKeys.find((key) => key === draft?.step) ?? 'subject';
  return verified || step === 'subject' ? step : 'contact';
}

const isGiven = (value: unknown) => value !== null && value !== undefined && value !== '';

/** Fills empty fields from a draft of another device. */
async function fillFromDraft(form: FormState, { ticket }: VerifiedMobile, onFilled: () => void): Promise<void> {
  const stored = await fetchServerDraft(ticket);
  const filled = Object.entries(stored ? withoutIdNumbersAndPasswords(stored.data) : {}).filter(
    ([name]) => !isGiven(form.values[name]),
  );
  for (const [name, value] of filled) form.set(name, value);
  if (filled.length > 0) onFilled();
}

/**
 * Submits an application, without account fields if the mobile has an account, and without the parent agency unless the
 * type has one.
 */
function sendApplication(values: FormValues, without: ReadonlySet<string>, { mobile, ticket }: VerifiedMobile) {
  const required = Object.fromEntries(
    Object.entries({ ...values, legal_mobile: normalizeMobile(String(values.legal_mobile ?? '')) }).filter(
      ([name]) => !without.has(name) && (name !== 'parent_uscc' || hasParentAgency(values.ent_type)),
    ),
  );
  return post<Omit<SubmittedApplication, 'name' | 'mobile'>>(
    '/api/enterprise/register',
    { ...valuesOfNewRowToSend(required), contact_mobile: mobile, ticket, commitment: '1', privacy: '1' },
    { quiet: true, area: 'api', timeout: 30_000, loading: true },
  );
}
