import { type FormEvent, useEffect, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { ExportUnsentOperationsButton } from './export-unsent-operations-button.tsx';
import { FieldKitPinInput } from './field-kit-pin-input.tsx';
import { unlockFieldKitWithPin, useFieldKit } from './field-kit-state-and-actions.ts';

const texts = {
  hello: text('{name}，请输入 PIN', '{name}, enter your PIN'),
  pin: text('PIN', 'PIN'),
  open: text('打开', 'Open'),
  opening: text('正在解密…', 'Decrypting…'),
  wrong: text(
    'PIN 不对，还可以试 {left} 次；用完后清除本机数据',
    'Wrong PIN. {left} {left|try|tries} left, then everything on this phone is deleted',
  ),
  wait: text('{s} 秒后才能再试', 'Try again in {s} s'),
} as const;

/** Asks for the PIN. */
export function FieldKitUnlockScreen() {
  const t = useText();
  const { header, unsent } = useFieldKit();
  const [pin, setPin] = useState('');
  const [left, setLeft] = useState<number>();
  const [closedUntil, setClosedUntil] = useState(header?.closedUntil ?? 0);
  const [busy, setBusy] = useState(false);
  const seconds = useSecondsUntil(closedUntil);
  const open = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const answer = await unlockFieldKitWithPin(pin);
    setBusy(false);
    setPin('');
    if ('left' in answer) setLeft(answer.left);
    if ('closedUntil' in answer) setClosedUntil(answer.closedUntil);
  };
  return (
    <section className="xj-kit-card">
      <form onSubmit={(event) => void open(event)}>
        <h2>{t(texts.hello, { name: header?.name ?? '' })}</h2>
        <FieldKitPinInput label={t(texts.pin)} value={pin} onChange={setPin} focused />
        {left !== undefined && <p role="alert">{t(texts.wrong, { left })}</p>}
        {seconds > 0 && <p role="status">{t(texts.wait, { s: seconds })}</p>}
        <button type="submit" className="xj-button" data-tone="primary" disabled={busy || seconds > 0}>
          {t(busy ? texts.opening : texts.open)}
        </button>
      </form>
      {unsent > 0 && <ExportUnsentOperationsButton />}
    </section>
  );
}

/** Whole seconds until a moment, counted down. */
function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(Date.now());
  const waits = moment > now;
  useEffect(() => {
    setNow(Date.now());
    if (!waits) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [waits]);
  return Math.max(0, Math.ceil((moment - now) / 1000));
}
