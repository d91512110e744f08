import { useId, useState } from 'react';
import { text } from '#kernel/text.ts';
import { post, WireError } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';

const words = {
  why: text('请先验证您的密码，十分钟内有效', 'Enter your password first; it is good for ten minutes'),
  password: text('密码', 'Password'),
  confirm: text('验证', 'Confirm'),
  cancel: text('取消', 'Cancel'),
};

/** Asks whoever sits at an open session for the password of the account. */
export function ConfirmPassword({ onConfirmed, onClose }: { onConfirmed: () => void; onClose: () => void }) {
  const say = useText();
  const id = useId();
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (password === '' || busy) return;
    setBusy(true);
    try {
      await post('/admin/index/confirm', { password }, { quiet: true });
      onConfirmed();
    } catch (error) {
      setFault(error instanceof WireError ? error.message : String(error));
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
      <p id={`${id}-why`}>{say(words.why)}</p>
      <label htmlFor={id} className="xj-visually-hidden">
        {say(words.password)}
      </label>
      <input
        id={id}
        type="password"
        autoComplete="current-password"
        // biome-ignore lint/a11y/noAutofocus: it appears because its button was pressed
        autoFocus
        value={password}
        placeholder={say(words.password)}
        aria-describedby={`${id}-why ${id}-fault`}
        aria-invalid={fault !== ''}
        onChange={(event) => setPassword(event.target.value)}
      />
      <button type="submit" className="xj-button" data-tone="primary" disabled={password === '' || busy}>
        {say(words.confirm)}
      </button>
      <button type="button" className="xj-button" onClick={onClose}>
        {say(words.cancel)}
      </button>
      <p id={`${id}-fault`} role="alert">
        {fault}
      </p>
    </form>
  );
}
