import { type FormEvent, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { LanguageAndThemeButtons } from '#web/sign-in/page/language-theme-buttons-and-icp-footer.tsx';
import { isPinAcceptable } from '../store/pin-protected-key.ts';
import { ExportUnsentOperationsButton } from './export-unsent-operations-button.tsx';
import { FieldKitPinInput } from './field-kit-pin-input.tsx';
import { lockFieldKit, removeFieldKit, replacePin, useFieldKit } from './field-kit-state-and-actions.ts';

const texts = {
  templates: text('现场用语', 'What to say and write'),
  device: text('本机', 'This phone'),
  lock: text('锁定', 'Lock'),
  change: text('更改 PIN', 'Change PIN'),
  old: text('现在的 PIN', 'Present PIN'),
  fresh: text('新的 PIN', 'New PIN'),
  changed: text('PIN 已更改', 'The PIN was changed'),
  refused: text('现在的 PIN 不对，或者新的 PIN 太简单', 'The present PIN is wrong, or the new one too simple'),
  remove: text('清除本机数据', 'Delete everything on this phone'),
  lost: text(
    '有 {n} 项还没有上传，清除后无法找回。仍要清除？',
    '{n} {n|item was|items were} not uploaded and would be lost. Delete everything?',
  ),
  sure: text('清除任务包和 PIN？', 'Delete the packs and the PIN?'),
} as const;

/** What is rarely needed: phrases for the door, PIN, export, deletion. */
export function FieldKitPhrasesPinAndDeletionScreen() {
  const t = useText();
  const { common, unsent } = useFieldKit();
  const remove = () => {
    if (window.confirm(unsent > 0 ? t(texts.lost, { n: unsent }) : t(texts.sure))) void removeFieldKit();
  };
  return (
    <>
      <section className="xj-kit-card">
        <h2>{t(texts.templates)}</h2>
        {common?.templates.map(({ name, lines }) => (
          <details key={name.en}>
            <summary>{t(name)}</summary>
            <ul>
              {lines.map((line) => (
                <li key={line.en}>{t(line)}</li>
              ))}
            </ul>
          </details>
        ))}
      </section>
      <section className="xj-kit-card">
        <h2>{t(texts.device)}</h2>
        <LanguageAndThemeButtons />
        <button type="button" className="xj-button" onClick={lockFieldKit}>
          {t(texts.lock)}
        </button>
        <PinChange />
        <ExportUnsentOperationsButton />
        <button type="button" className="xj-button" data-tone="danger" onClick={remove}>
          {t(texts.remove)}
        </button>
      </section>
    </>
  );
}

function PinChange() {
  const t = useText();
  const [old, setOld] = useState('');
  const [pin, setPin] = useState('');
  const [notice, setNotice] = useState('');
  const change = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const done = isPinAcceptable(pin) && (await replacePin(old, pin));
    setNotice(t(done ? texts.changed : texts.refused));
    setOld('');
    setPin('');
  };
  return (
    <details>
      <summary>{t(texts.change)}</summary>
      <form onSubmit={(event) => void change(event)}>
        <FieldKitPinInput label={t(texts.old)} value={old} onChange={setOld} />
        <FieldKitPinInput label={t(texts.fresh)} value={pin} onChange={setPin} fresh />
        <button type="submit" className="xj-button">
          {t(texts.change)}
        </button>
        {notice && <p role="status">{notice}</p>}
      </form>
    </details>
  );
}
