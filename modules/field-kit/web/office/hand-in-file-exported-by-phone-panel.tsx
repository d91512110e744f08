import { type FormEvent, useState } from 'react';
import { type Text, text } from '#kernel/text/text.ts';
import { isCancelled, post } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { uploadFileToServerOrBucket } from '#web/input/upload/upload-file-to-server-or-bucket.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { useAdmin } from '#web/session/session.ts';
import {
  maxOperationsPerCall,
  type Operation,
  type SyncAnswer,
} from '../../contract/offline-check-operation-and-sync-answer-format.ts';
import { exportedFileSuffix, maxExportedFileBytes } from '../../contract/phone-exported-file-format.ts';
import {
  type DecryptedExportedFile,
  decryptFileExportedByPhone,
  ExportedFileTooLarge,
  UnreadableExportedFile,
  WrongPin,
} from './decrypt-file-exported-by-phone.ts';
import { mayPhoneOwnerHandInExportedFile } from './may-phone-owner-hand-in-exported-file.ts';
import './hand-in-file-exported-by-phone-panel.css';

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
  unreadable: text('不是外勤工具包导出的文件', 'This is not a file of the field kit'),
  large: text('文件超过 {mb} MB，不能打开', 'The file is larger than {mb} MB and is not opened'),
  damaged: text('；另有 {n} 行损坏，无法读取', '; {n} {n|line is|lines are} damaged and cannot be read'),
  done: text(
    '{n} 项操作：{applied} 项生效，{refused} 项留作附件，{left} 项未能处理',
    '{n} {n|operation|operations}: {applied} applied, {refused} kept as annexes, {left} not processed',
  ),
} as const;

/** Sends what a file holds: its pictures, and then its operations in their order. */
async function handIn({ header, operations, pictures }: DecryptedExportedFile, isOwner: boolean) {
  for (const [sha256, bytes] of pictures)
    await uploadFileToServerOrBucket(new File([bytes], `${sha256.slice(0, 16)}.jpg`, { type: 'image/jpeg' }), {
      isPrivate: true,
    });
  const path = `/admin/field.kit/${isOwner ? 'sync' : 'handIn'}`;
  const results: SyncAnswer['results'][number][] = [];
  let left: readonly Operation[] = operations;
  while (left.length > 0) {
    const body = { device: header.device, sent_at: Date.now(), operations: left.slice(0, maxOperationsPerCall) };
    const answer = await post<SyncAnswer>(path, body, { quiet: true });
    results.push(...answer.results);
    left = left.slice(answer.results.length);
    // a check that cannot go on does not keep the others from the platform
    if (answer.pending) left = left.filter(({ check }) => check !== left[0]?.check);
  }
  const applied = results.filter(({ outcome }) => outcome === 'applied').length;
  return { n: operations.length, applied, refused: results.length - applied, left: operations.length - results.length };
}

/** The key of a phone, which only its officer and its office get. */
const readPart = async (device: string): Promise<string | null> =>
  (await post<{ part: string | null }>('/admin/field.kit/part', { device }, { quiet: true })).part;

/** Why a file was not opened, in the words of whoever opens it. */
function reasonOf(error: unknown): [Text, Record<string, string | number>?] {
  if (error instanceof WrongPin) return [texts.wrong];
  if (error instanceof UnreadableExportedFile) return [texts.unreadable];
  if (error instanceof ExportedFileTooLarge) return [texts.large, { mb: maxExportedFileBytes / 1024 ** 2 }];
  const message = error instanceof Error ? error.message : String(error);
  return [{ 'zh-cn': message, en: message }];
}

/** Takes the file in which a phone hands over what it could not upload. */
export default function HandInFileExportedByPhonePanel({ row }: RecordPanelProps) {
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
      const opened = await decryptFileExportedByPhone(file, String(form.get('pin') ?? ''), readPart);
      const asOwner = opened.header.account === admin?.id && mayPhoneOwnerHandInExportedFile(row);
      const done = t(texts.done, await handIn(opened, asOwner));
      setNotice(opened.damaged > 0 ? `${done}${t(texts.damaged, { n: opened.damaged })}` : done);
    } catch (error) {
      if (isCancelled(error)) return;
      setNotice(t(...reasonOf(error)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="xj-exported-file" onSubmit={(event) => void open(event)}>
      <p>{t(texts.lead)}</p>
      <label>
        {t(texts.file)}
        <input type="file" name="file" accept={`.${exportedFileSuffix}`} required />
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
