import { useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import type { OperationContents } from '../../contract/offline-check-operation-and-sync-answer-format.ts';
import type { CheckPack } from '../../contract/offline-check-pack-format.ts';
import { recordOperationAndSync, useFieldKit } from '../kit/field-kit-state-and-actions.ts';
import { CameraPicturesInput } from './camera-pictures-input.tsx';
import { NoteInputWithStandardPhrases } from './note-input-with-standard-phrases.tsx';
import { useEncryptedInputDraft } from './use-encrypted-input-draft.ts';

const texts = {
  title: text('企业拒绝检查', 'The enterprise refuses the check'),
  lead: text(
    '企业拒绝检查的，写明理由和现场情况并拍照，由所在单位处理。',
    'If the enterprise refuses the check, note its reason and what happened, and take pictures.',
  ),
  reason: text('拒绝理由', 'Reason given'),
  note: text('现场情况', 'What happened'),
  record: text('登记拒绝检查', 'Record refusal'),
} as const;

const empty: OperationContents['refuse'] = { reason: '', note: '', pictures: [] };

/** The enterprise refuses the check. `folded`: only its title is shown until it is opened, or where the form was begun. */
export function RecordRefusalByEnterpriseScreen({ pack, folded = false }: { pack: CheckPack; folded?: boolean }) {
  const t = useText();
  const refusals = useFieldKit(({ common }) => common?.refusals) ?? [];
  const [draft, change, clear] = useEncryptedInputDraft<OperationContents['refuse']>(pack.id, 'refuse', empty);
  const { reason, note, pictures } = draft;
  const record = async (): Promise<void> => {
    if (await recordOperationAndSync(pack, 'refuse', { reason, note: note.trim(), pictures })) clear();
  };
  const [open, setOpen] = useState(reason !== '' || note !== '' || pictures.length > 0);
  const form = (
    <>
      <p>{t(texts.lead)}</p>
      <label>
        {t(texts.reason)}
        <select value={reason} onChange={({ target }) => change({ reason: target.value })}>
          <option value="" />
          {refusals.map(({ value, label }) => (
            <option key={value} value={value}>
              {t(label)}
            </option>
          ))}
        </select>
      </label>
      <NoteInputWithStandardPhrases
        label={t(texts.note)}
        value={note}
        onChange={(to) => change({ note: to })}
        max={4000}
        min={5}
      />
      <CameraPicturesInput
        check={pack.id}
        value={pictures}
        onChange={(to) => change((present) => ({ pictures: to(present.pictures) }))}
      />
      <button
        type="button"
        className="xj-button xj-kit-big"
        data-tone="danger"
        disabled={reason === '' || note.trim().length < 5 || pictures.length === 0}
        onClick={() => void record()}
      >
        {t(texts.record)}
      </button>
    </>
  );
  if (folded)
    return (
      <details className="xj-kit-card" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{t(texts.title)}</summary>
        <div className="xj-kit-folded">{form}</div>
      </details>
    );
  return (
    <section className="xj-kit-card">
      <h3>{t(texts.title)}</h3>
      {form}
    </section>
  );
}
