import { type FormEvent, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { isCancelled, post } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { sendFile } from '#web/input/upload/send-file.ts';
import { useAdmin } from '#web/session/session.ts';
import { bundleSuffix } from '../../contract/bundle.ts';
import { batchSize, type Operation, type SyncAnswer } from '../../contract/operation.ts';
import { type OpenedBundle, openBundle, UnreadableBundle, WrongPin } from './open-bundle.ts';
import './exported-file-panel.css';

const texts = {
  lead: text(
    '手机不能上传的，用这里打开它导出的文件。本人打开的按序生效；他人打开的，全部留作检查的附件。PIN 只在本机使用。',
    'Opens the file of a phone that cannot upload. Opened by its owner, the steps are applied in order; opened by somebody else, all are kept as annexes. The PIN stays on this device.',
  ),
  file: text('导出的文件', 'Exported file'),
  pin: text('手机的 PIN', 'PIN of the phone'),
  open: text('打开', 'Open'),
  opening: text('正在打开…', 'Opening…'),
  wrong: text('PIN 不对', 'Wrong PIN'),
  unreadable: text('不是外勤工具包导出的文件', 'This is no file of the field kit'),
  done: text(
    '{n} 项操作：{applied} 项生效，{refused} 项留作附件，{left} 项未能处理',
    '{n} {n|operation|operations}: {applied} applied, {refused} kept as annexes, {left} not processed',
  ),
} as const;

/** Sends what a file holds: its pictures, and then its operations in their order. */
async function handIn({ header, operations, pictures }: OpenedBundle, isOwner: boolean) {
  for (const [sha256, bytes] of pictures)
    await sendFile(new File([bytes], `${sha256.slice(0, 16)}.jpg`, { type: 'image/jpeg' }), { isPrivate: true });
  const path = `/admin/field.kit/${isOwner ? 'sync' : 'handIn'}`;
  const results: SyncAnswer['results'][number][] = [];
  for (let at = 0; at < operations.length; at += batchSize) {
    const batch: readonly Operation[] = operations.slice(at, at + batchSize);
    const body = { device: header.device, sent_at: Date.now(), operations: batch };
    const answer = await post<SyncAnswer>(path, body, { quiet: true });
    results.push(...answer.results);
    if (answer.pending) break;
  }
  const applied = results.filter(({ outcome }) => outcome === 'applied').length;
  return { n: operations.length, applied, refused: results.length - applied, left: operations.length - results.length };
}

/** Takes the file in which a phone hands over what it could not upload. */
export default function ExportedFilePanel() {
  const t = useText();
  const admin = useAdmin();
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState('');
  const open = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const file = form.get('file');
    if (!(file instanceof File)) return;
    setBusy(true);
    setNotice('');
    try {
      const opened = await openBundle(file, String(form.get('pin') ?? ''));
      setNotice(t(texts.done, await handIn(opened, opened.header.account === admin?.id)));
    } catch (error) {
      if (isCancelled(error)) return;
      const reason =
        error instanceof WrongPin ? texts.wrong : error instanceof UnreadableBundle ? texts.unreadable : undefined;
      setNotice(reason ? t(reason) : error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="xj-exported-file" onSubmit={(event) => void open(event)}>
      <p>{t(texts.lead)}</p>
      <label>
        {t(texts.file)}
        <input type="file" name="file" accept={`.${bundleSuffix}`} required />
      </label>
      <label>
        {t(texts.pin)}
        <input
          type="password"
          name="pin"
          inputMode="numeric"
          autoComplete="off"
          required
          minLength={6}
          maxLength={12}
        />
      </label>
      <button type="submit" className="xj-button" data-tone="primary" disabled={busy}>
        {t(busy ? texts.opening : texts.open)}
      </button>
      {notice && <p role="status">{notice}</p>}
    </form>
  );
}
