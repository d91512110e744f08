import { useState } from 'react';
import { FormFields } from '#web/form/field/form-fields-by-section.tsx';
import type { FormState } from '#web/form/state/use-form-state.ts';
import { translate } from '#web/i18n/locale.ts';
import { registerTexts } from '../application/registration-form-texts.ts';

/** Optional fields, collapsed; expanded if one has an error. */
export function CollapsibleOptionalFields({ form, names }: { form: FormState; names: readonly string[] }) {
  const [open, setOpen] = useState(false);
  const wrong = names.some((name) => form.errors[name]);
  return (
    <details className="xj-optional" open={open || wrong} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{translate(registerTexts.optional)}</summary>
      <FormFields form={form} names={names} />
    </details>
  );
}
