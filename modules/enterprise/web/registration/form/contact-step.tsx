import type { RefObject } from 'react';
import { FieldForm } from '#web/form/field/field-form.tsx';
import type { FieldFormState } from '#web/form/state/use-field-form.ts';
import { translate } from '#web/i18n/locale.ts';
import { stepFields } from '../application/application-fields.ts';
import type { Verified } from '../application/application-storage.ts';
import { registerTexts } from '../application/register-texts.ts';
import { OptionalFields } from './optional-fields.tsx';
import { VerifyMobile } from './verify-mobile.tsx';

interface ContactStepProps {
  form: FieldFormState;
  verified: Verified | undefined;
  verify: RefObject<{ require: () => void } | null>;
  onMobile: (mobile: string) => void;
  onVerified: (verified: Verified | undefined) => void;
}

/** Step of the contact person: verified mobile and account. */
export function ContactStep({ form, verified, verify, onMobile, onVerified }: ContactStepProps) {
  const { values } = form;
  const mobile = typeof values.contact_mobile === 'string' ? values.contact_mobile : '';
  return (
    <>
      <FieldForm form={form} names={['contact_name']} />
      <VerifyMobile mobile={mobile} onMobile={onMobile} verified={verified} onVerified={onVerified} handle={verify} />
      <FieldForm
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
        <FieldForm form={form} names={['username', 'password', 'password_confirm']} />
      )}
      <OptionalFields form={form} names={stepFields.contact.optional} />
    </>
  );
}
