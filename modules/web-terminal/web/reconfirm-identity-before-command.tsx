import { useId, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { post } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { useSecondFactorProofWithinSession } from '#web/sign-in/factor/use-second-factor-proof-within-session.tsx';

const texts = {
  why: text('请先验证是您本人，十分钟内有效', 'Verify your identity first; valid for ten minutes'),
  password: text('密码', 'Password'),
  confirm: text('验证', 'Verify'),
  cancel: text('取消', 'Cancel'),
};

/** Dialog to confirm the identity of the person at an open session. */
export function ReconfirmIdentityBeforeCommand({
  onConfirmed,
  onClose,
}: {
  onConfirmed: () => void;
  onClose: () => void;
}) {
  const t = useText();
  const id = useId();
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const { field, prove } = useSecondFactorProofWithinSession();
  const send = async () => {
    if (password === '' || busy) return;
    setBusy(true);
    setFault('');
    try {
      if (await prove(password, (proof) => post('/admin/index/confirm', proof, { quiet: true }))) onConfirmed();
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="xj-terminal-confirm"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <p id={`${id}-why`}>{t(texts.why)}</p>
      <label htmlFor={id} className="xj-visually-hidden">
        {t(texts.password)}
      </label>
      <input
        id={id}
        type="password"
        autoComplete="current-password"
        // biome-ignore lint/a11y/noAutofocus: it appears because its button was pressed
        autoFocus
        value={password}
        placeholder={t(texts.password)}
        aria-describedby={`${id}-why ${id}-fault`}
        aria-invalid={fault !== ''}
        onChange={(event) => setPassword(event.target.value)}
      />
      {field}
      <button type="submit" className="xj-button" data-tone="primary" disabled={password === '' || busy}>
        {t(texts.confirm)}
      </button>
      <button type="button" className="xj-button" onClick={onClose}>
        {t(texts.cancel)}
      </button>
      <p id={`${id}-fault`} role="alert">
        {fault}
      </p>
    </form>
  );
}
