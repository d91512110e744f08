import { lazy, Suspense } from 'react';
import type { Fields } from '#kernel/declaration/field.ts';
import { faultsOf } from '#web/form/state/faults.ts';
import type { FieldFormState } from '#web/form/state/use-field-form.ts';

const FaultList = lazy(() => import('#web/form/field/fault-list.tsx'));

interface FormFaultsProps {
  readonly form: FieldFormState;
  /** Those that are shown, in their order; all of the form unless told. */
  readonly fields?: Fields;
  onGo?(at: string): void;
}

/** What a form was not handed in for, until it is put right. Of one thing alone the words stand at its field, where the keyboard is. */
export function FaultSummary({ form, fields = form.fields, onGo = form.goTo }: FormFaultsProps) {
  const faults = form.refused ? faultsOf(fields, form.errors) : [];
  if (faults.length < 2) return null;
  return (
    <Suspense fallback={null}>
      <FaultList faults={faults} onGo={onGo} />
    </Suspense>
  );
}
