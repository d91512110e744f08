import type { RefObject } from 'react';
import { FormFields } from '#web/form/field/form-fields-by-section.tsx';
import type { FormState } from '#web/form/state/use-form-state.ts';
import { translate } from '#web/i18n/locale.ts';
import { stepFields } from '../application/registration-fields-by-step.ts';
import { registerTexts } from '../application/registration-form-texts.ts';
import type { VerifiedMobile } from '../application/verified-mobile-storage.ts';
import { CollapsibleOptionalFields } from './collapsible-optional-fields.tsx';
import { MobileVerificationInput } from './mobile-verification-input.tsx';

interface ContactStepProps {
  form: FormState;
  verified: VerifiedMobile | undefined;
  verify: RefObject<{ require: () => void } | null>;
  onMobile: (mobile: string) => void;
  onVerified: (verified: VerifiedMobile | undefined) => void;
}

/** Step of the contact person: verified mobile and account. */
export function RegistrationContactAndAccountStep({ form, verified, verify, onMobile, onVerified }: ContactStepProps) {
  const { values } = form;
  const mobile = typeof values.contact_mobile === 'string' ? values.contact_mobile : '';
  return (
    <>
      <FormFields form={form} names={['contact_name']} />
      <MobileVerificationInput
        mobile={mobile}
        onMobile={onMobile}
        verified={verified}
        onVerified={onVerified}
        handle={verify}
      />
      <FormFields
        form={form}
        names={['legal_mobile']}
        notes={{
          legal_mobile: mobile !== '' && values.legal_mobile !== mobile && (
            <button type="button" className="xj-link-button" onClick={() => form.set('legal_mobile', mobile)}>
              {translate(registerTexts.sameMobile)}
            </button>
          ),
        }}
      />
      {verified?.username ? (
        <p className="xj-form-note">{translate(registerTexts.boundAccount, { name: verified.username })}</p>
      ) : (
        <FormFields form={form} names={['username', 'password', 'password_confirm']} />
      )}
      <CollapsibleOptionalFields form={form} names={stepFields.contact.optional} />
    </>
  );
}
