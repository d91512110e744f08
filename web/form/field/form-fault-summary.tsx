import { lazy, Suspense } from 'react';
import type { Fields } from '#kernel/declaration/field.ts';
import { formFaultsOf } from '#web/form/state/form-faults.ts';
import type { FormState } from '#web/form/state/use-form-state.ts';

const FaultList = lazy(() => import('#web/form/field/form-fault-list.tsx'));

interface FormFaultsProps {
  readonly form: FormState;
  /** The fields that are shown, in their order. Default: all of the form. */
  readonly fields?: Fields;
  onGo?(at: string): void;
}

/**
 * The faults of a form after it was refused, until they are corrected. A single one is shown at its field alone,
 * which has the focus.
 */
export function FormFaultSummary({ form, fields = form.fields, onGo = form.goTo }: FormFaultsProps) {
  const faults = form.refused ? formFaultsOf(fields, form.errors) : [];
  if (faults.length < 2) return null;
  return (
    <Suspense fallback={null}>
      <FaultList faults={faults} onGo={onGo} />
    </Suspense>
  );
}
