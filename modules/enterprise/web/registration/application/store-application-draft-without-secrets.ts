import { kindOf } from '#kernel/field/field.ts';
import type { FormValues } from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { writeStoredDraft } from './application-draft-local-storage.ts';
import { applicantFields, type StepKey } from './registration-fields-by-step.ts';

/** The values of an application that may be stored. */
export const withoutIdNumbersAndPasswords = (values: FormValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const field = applicantFields[name];
      // never store ID numbers or passwords in the browser
      if (!field || kindOf(field).sealed || kindOf(field).secret) return false;
      return value !== null && value !== undefined && value !== '';
    }),
  );

export function storeApplicationDraftWithoutSecrets(step: StepKey, values: FormValues): number {
  const at = Date.now();
  writeStoredDraft({ at, step, values: withoutIdNumbersAndPasswords(values) });
  return at;
}
