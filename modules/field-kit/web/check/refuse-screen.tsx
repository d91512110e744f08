import { useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import type { OperationPicture } from '../../contract/operation.ts';
import type { CheckPack } from '../../contract/pack.ts';
import { perform, useKit } from '../kit/kit.ts';
import { NoteInput } from './note-input.tsx';
import { PicturesInput } from './pictures-input.tsx';

const texts = {
  lead: text(
    '企业拒绝检查的，写明理由和现场情况并拍照，由所在单位处理。',
    'If the enterprise refuses the check, note its reason and what happened, and take pictures.',
  ),
  reason: text('拒绝理由', 'Reason given'),
  note: text('现场情况', 'What happened'),
  record: text('登记拒绝检查', 'Record refusal'),
} as const;

/** The enterprise refuses the check. */
export function RefuseScreen({ pack }: { pack: CheckPack }) {
  const t = useText();
  const refusals = useKit(({ common }) => common?.refusals) ?? [];
  const [reason, setReason] = useState('');
  const [note, setNote] = useState('');
  const [pictures, setPictures] = useState<readonly OperationPicture[]>([]);
  return (
    <section className="xj-kit-card">
      <p>{t(texts.lead)}</p>
      <label>
        {t(texts.reason)}
        <select value={reason} onChange={(event) => setReason(event.target.value)}>
          <option value="" />
          {refusals.map(({ value, label }) => (
            <option key={value} value={value}>
              {t(label)}
            </option>
          ))}
        </select>
      </label>
      <NoteInput label={t(texts.note)} value={note} onChange={setNote} max={4000} min={5} />
      <PicturesInput check={pack.id} value={pictures} onChange={setPictures} />
      <button
        type="button"
        className="xj-button xj-kit-big"
        data-tone="danger"
        disabled={reason === '' || note.trim().length < 5 || pictures.length === 0}
        onClick={() => void perform(pack, 'refuse', { reason, note: note.trim(), pictures })}
      >
        {t(texts.record)}
      </button>
    </section>
  );
}
