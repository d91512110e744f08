import type { Text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import CaptchaField from './captcha-field.tsx';
import { LabelledInput } from './labelled-input.tsx';
import type { VerificationCodeForm } from './use-verification-code-form.ts';
import { VerificationCodeChannelChoice, verificationCodeChannels } from './verification-code-channel.tsx';
import { VerificationCodeField } from './verification-code-field.tsx';

/** Fields for a verification code: mobile or e-mail address, captcha if required, and the code. */
export function ContactAndVerificationCodeFields({ form, label }: { form: VerificationCodeForm; label: Text }) {
  const t = useText();
  const { open, way, faults, captcha } = form;
  return (
    <>
      <VerificationCodeChannelChoice open={open} way={way} onWay={form.choose} />
      <LabelledInput
        label={t(label)}
        name="address"
        value={form.typed}
        onValue={form.setTyped}
        error={faults.address}
        type={verificationCodeChannels[way].type}
        autoComplete={verificationCodeChannels[way].complete}
        maxLength={100}
      />
      {captcha && <CaptchaField captcha={captcha} error={faults.captcha} />}
      <VerificationCodeField
        value={form.code}
        onValue={form.setCode}
        error={faults.code}
        left={form.left}
        busy={form.busy}
        onSend={form.send}
        byMail={way === 'email'}
      />
    </>
  );
}
