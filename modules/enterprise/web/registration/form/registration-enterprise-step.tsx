import { FormFields } from '#web/form/field/form-fields-by-section.tsx';
import type { FormState } from '#web/form/state/use-form-state.ts';
import { translate } from '#web/i18n/locale.ts';
import { fieldApplies, stepFields } from '../application/registration-fields-by-step.ts';
import { registerTexts } from '../application/registration-form-texts.ts';
import type { useCreditCodeAvailability } from '../application/use-credit-code-availability.ts';
import { CollapsibleOptionalFields } from './collapsible-optional-fields.tsx';
import { CreditCodeInputFeedback } from './credit-code-input-feedback.tsx';

interface SubjectStepProps {
  form: FormState;
  lookup: ReturnType<typeof useCreditCodeAvailability>;
  /** The parent agency; null: none with that code. */
  agency: { name: string } | null | undefined;
  onClaim: () => void;
}

/** Step of the enterprise to register. */
export function RegistrationEnterpriseStep({ form, lookup, agency, onClaim }: SubjectStepProps) {
  const { required, optional } = stepFields.subject;
  const names = required.filter((name) => fieldApplies(form.values.ent_type, name));
  return (
    <>
      <FormFields
        form={form}
        names={names}
        notes={{
          uscc: <CreditCodeInputFeedback code={form.values.uscc} lookup={lookup} onClaim={onClaim} />,
          parent_uscc: (
            <p className="xj-lookup" role="status">
              {agency === null && translate(registerTexts.agencyMissing)}
              {agency && (
                <span className="xj-lookup-free">✓ {translate(registerTexts.agencyFound, { name: agency.name })}</span>
              )}
            </p>
          ),
        }}
      />
      <CollapsibleOptionalFields form={form} names={optional} />
    </>
  );
}
