import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { ContactAndVerificationCodeFields } from '#web/sign-in/form/contact-and-verification-code-fields.tsx';
import { verificationCodeChannels } from '#web/sign-in/form/verification-code-channel.tsx';
import type { ComplainantContactVerification } from './use-complainant-contact-verification.ts';

const texts = {
  proven: text('已验证 {address}', '{address} is verified'),
  other: text('换一个', 'Use another'),
};

/** Fields of the code, or what was proven already. */
export function ComplainantVerificationCodeFields({ proof }: { proof: ComplainantContactVerification }) {
  const t = useText();
  const { proven, form, forget } = proof;
  if (!proven) return <ContactAndVerificationCodeFields form={form} label={verificationCodeChannels[form.way].label} />;
  return (
    <p className="xj-complaint-proven">
      {t(texts.proven, { address: proven.address })}
      <button type="button" className="xj-button" data-tone="quiet" onClick={forget}>
        {t(texts.other)}
      </button>
    </p>
  );
}
