import type { RefObject } from 'react';
import type { FormState } from '#web/form/state/use-form-state.ts';
import { translate } from '#web/i18n/locale.ts';
import { fieldApplies, hasParentAgency, type StepKey, stepFields } from './registration-fields-by-step.ts';
import { registerTexts } from './registration-form-texts.ts';
import type { useCreditCodeAvailability, useParentAgency } from './use-credit-code-availability.ts';
import type { VerifiedMobile } from './verified-mobile-storage.ts';

interface StepContext {
  readonly form: FormState;
  readonly verified: VerifiedMobile | undefined;
  /** Account fields this applicant does not fill in. */
  readonly without: ReadonlySet<string>;
  readonly lookup: ReturnType<typeof useCreditCodeAvailability>;
  readonly agency: ReturnType<typeof useParentAgency>;
  /** Marks the mobile as unverified in the contact step. */
  readonly verify: RefObject<{ require: () => void } | null>;
}

/** Validates a step and marks its errors; true if it may be left. */
export function validateStep(key: StepKey, { form, verified, without, lookup, agency, verify }: StepContext): boolean {
  const { values } = form;
  const names = [...stepFields[key].required, ...stepFields[key].optional].filter(
    (name) => !without.has(name) && name !== 'contact_mobile' && fieldApplies(values.ent_type, name),
  );
  if (!form.check(names)) return false;
  if (key === 'subject') {
    const blocked = lookup.answer !== undefined && lookup.answer.state !== 'free';
    const wrongAgency = hasParentAgency(values.ent_type) && agency === null;
    if (wrongAgency) form.refuse({ parent_uscc: [translate(registerTexts.agencyMissing)] });
    return !blocked && !wrongAgency;
  }
  if (key !== 'contact') return true;
  if (!verified) {
    verify.current?.require();
    return false;
  }
  if (without.size === 0 && values.password !== values.password_confirm) {
    form.refuse({ password_confirm: [translate(registerTexts.passwordsDiffer)] });
    return false;
  }
  return true;
}
