import { useState } from 'react';
import { FieldForm } from '#web/form/field/field-form.tsx';
import type { FieldFormState } from '#web/form/state/use-field-form.ts';
import { translate } from '#web/i18n/locale.ts';
import { registerTexts } from '../application/register-texts.ts';

/** Optional fields, collapsed; expanded if one has an error. */
export function OptionalFields({ form, names }: { form: FieldFormState; names: readonly string[] }) {
  const [open, setOpen] = useState(false);
  const wrong = names.some((name) => form.errors[name]);
  return (
    <details className="xj-optional" open={open || wrong} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{translate(registerTexts.optional)}</summary>
      <FieldForm form={form} names={names} />
    </details>
  );
}
