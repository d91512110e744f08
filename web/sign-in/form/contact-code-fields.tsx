import type { Text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import CaptchaField from './captcha-field.tsx';
import { CodeField } from './code-field.tsx';
import { WayChoice, ways } from './code-way.tsx';
import { Field } from './field.tsx';
import type { CodeForm } from './use-code-form.ts';

/** Fields for a verification code: mobile or e-mail address, captcha if required, and the code. */
export function ContactCodeFields({ form, label }: { form: CodeForm; label: Text }) {
  const t = useText();
  const { open, way, faults, captcha } = form;
  return (
    <>
      <WayChoice open={open} way={way} onWay={form.choose} />
      <Field
        label={t(label)}
        name="address"
        value={form.typed}
        onValue={form.setTyped}
        error={faults.address}
        type={ways[way].type}
        autoComplete={ways[way].complete}
        maxLength={100}
      />
      {captcha && <CaptchaField captcha={captcha} error={faults.captcha} />}
      <CodeField
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
