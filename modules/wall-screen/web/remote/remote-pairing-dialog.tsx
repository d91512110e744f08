import { useEffect, useId, useRef, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import type { RemoteReceiver } from './use-receive-phone-remote-presses-and-report-wall-state.ts';

const texts = {
  title: text('手机遥控', 'Phone remote'),
  lead: text(
    '用手机扫码。手机不会登录，只能翻场景和暂停；二维码两分钟内有效，只认第一部手机。',
    'Scan with a phone. The phone is not signed in and can only change scenes and pause. The QR code is valid for two minutes and for the first phone only.',
  ),
  alt: text('遥控二维码', 'Remote QR code'),
  paired: text('手机已连接', 'Phone connected'),
  anew: text('换一个二维码', 'New QR code'),
  end: text('结束遥控', 'End remote'),
  close: text('关闭', 'Close'),
};

/** Shows the QR code that a phone scans. */
export function RemotePairingDialog({ remote, onClose }: { remote: RemoteReceiver; onClose: () => void }) {
  const t = useText();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [problem, setProblem] = useState('');
  const { opened, paired, open, close } = remote;
  const begin = () => {
    setProblem('');
    open().catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)));
  };
  const first = useRef(begin);
  const held = opened !== undefined;
  useEffect(() => dialog.current?.showModal(), []);
  // once, when the dialog opens: an expired code is not replaced unasked
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    if (!held) first.current();
  }, [held]);
  return (
    <dialog ref={dialog} className="wall-dialog" aria-labelledby={id} onClose={onClose}>
      <div className="wall-remote">
        <h2 id={id}>{t(texts.title)}</h2>
        <p>{t(texts.lead)}</p>
        {opened && !paired && (
          <img
            src={`data:image/svg+xml,${encodeURIComponent(opened.picture)}`}
            alt={t(texts.alt)}
            data-address={opened.address}
          />
        )}
        {paired && <p role="status">{t(texts.paired)}</p>}
        {problem && <p role="alert">{problem}</p>}
        <footer>
          <button type="button" className="wall-button" onClick={begin}>
            {t(texts.anew)}
          </button>
          {held && (
            <button
              type="button"
              className="wall-button"
              onClick={() => {
                close();
                onClose();
              }}
            >
              {t(texts.end)}
            </button>
          )}
          <button type="button" className="wall-button" onClick={onClose}>
            {t(texts.close)}
          </button>
        </footer>
      </div>
    </dialog>
  );
}
