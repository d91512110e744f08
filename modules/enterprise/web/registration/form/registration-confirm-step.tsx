import type { FormValues } from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { translate } from '#web/i18n/locale.ts';
import type { StepKey } from '../application/registration-fields-by-step.ts';
import { registerTexts } from '../application/registration-form-texts.ts';
import { AgreementCheckbox } from './agreement-checkbox.tsx';
import { EnteredRegistrationValuesSummary } from './entered-registration-values-summary.tsx';

type Kind = 'commitment' | 'privacy';

interface ConfirmStepProps {
  values: FormValues;
  previews: ReadonlyMap<string, string>;
  without: ReadonlySet<string>;
  agreed: Readonly<Record<Kind, boolean>>;
  errors: Partial<Record<Kind, string | undefined>>;
  onAgreed: (kind: Kind, agreed: boolean) => void;
  onChange: (step: StepKey) => void;
}

/** Step of review and the two commitments. */
export function RegistrationConfirmStep({
  values,
  previews,
  without,
  agreed,
  errors,
  onAgreed,
  onChange,
}: ConfirmStepProps) {
  return (
    <>
      <p>{translate(registerTexts.summary)}</p>
      <EnteredRegistrationValuesSummary values={values} previews={previews} without={without} onChange={onChange} />
      {(['commitment', 'privacy'] as const).map((kind) => (
        <AgreementCheckbox
          key={kind}
          kind={kind}
          agreed={agreed[kind]}
          error={errors[kind]}
          onAgreed={(yes) => onAgreed(kind, yes)}
        />
      ))}
    </>
  );
}
