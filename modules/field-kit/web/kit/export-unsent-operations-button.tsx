import { useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { downloadBlobAsFile } from '#web/input/upload/download-blob-as-file.ts';
import { exportedFileSuffix } from '../../contract/phone-exported-file-format.ts';
import { exportUnsentOperations } from './field-kit-state-and-actions.ts';

const texts = {
  export: text('导出加密文件', 'Export encrypted file'),
  hint: text(
    '上传不了时的最后办法：文件用 PIN 加密，交给所在单位在“外勤终端”里打开。',
    'The last resort when nothing can be uploaded: the file is encrypted with the PIN and opened by your office under “Field devices”.',
  ),
} as const;

/** Hands over everything that was not uploaded, encrypted. */
export function ExportUnsentOperationsButton() {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    const file = await exportUnsentOperations().finally(() => setBusy(false));
    if (file) downloadBlobAsFile(`field-${new Date().toISOString().slice(0, 10)}.${exportedFileSuffix}`, file);
  };
  return (
    <div className="xj-kit-export">
      <button type="button" className="xj-button" disabled={busy} onClick={() => void save()}>
        {t(texts.export)}
      </button>
      <small>{t(texts.hint)}</small>
    </div>
  );
}
