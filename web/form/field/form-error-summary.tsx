import { lazy, Suspense } from 'react';
import type { Fields } from '#kernel/declaration/field.ts';
import { formErrorsByFieldPath } from '#web/form/state/form-errors-by-field-path.ts';
import type { FormState } from '#web/form/state/use-form-state.ts';

const FormErrorList = lazy(() => import('#web/form/field/form-error-list.tsx'));

interface FormErrorSummaryProps {
  readonly form: FormState;
  /** The fields that are shown, in their order. Default: all of the form. */
  readonly fields?: Fields;
  onGo?(at: string): void;
}

/**
 * The faults of a form after it was refused, until they are corrected. A single one is shown at its field alone,
 * which has the focus.
 */
export function FormErrorSummary({ form, fields = form.fields, onGo = form.goTo }: FormErrorSummaryProps) {
  const faults = form.refused ? formErrorsByFieldPath(fields, form.errors) : [];
  if (faults.length < 2) return null;
  return (
    <Suspense fallback={null}>
      <FormErrorList faults={faults} onGo={onGo} />
    </Suspense>
  );
}
