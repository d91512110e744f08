import { lazy, Suspense } from 'react';
import type { Fields } from '#kernel/declaration/field.ts';
import { faultsOf } from '#web/form/state/faults.ts';
import type { FieldFormState } from '#web/form/state/use-field-form.ts';

const FaultList = lazy(() => import('#web/form/field/fault-list.tsx'));

interface FormFaultsProps {
  readonly form: FieldFormState;
  /** The fields that are shown, in their order. Default: all of the form. */
  readonly fields?: Fields;
  onGo?(at: string): void;
}

/**
 * The faults of a form after it was refused, until they are corrected. A single one is shown at its field alone,
 * which has the focus.
 */
export function FaultSummary({ form, fields = form.fields, onGo = form.goTo }: FormFaultsProps) {
  const faults = form.refused ? faultsOf(fields, form.errors) : [];
  if (faults.length < 2) return null;
  return (
    <Suspense fallback={null}>
      <FaultList faults={faults} onGo={onGo} />
    </Suspense>
  );
}
