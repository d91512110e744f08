import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import type { CheckPack } from '../../contract/offline-check-pack-format.ts';
import { recordOperationAndSync } from '../kit/field-kit-state-and-actions.ts';
import { useEncryptedInputDraft } from './use-encrypted-input-draft.ts';

const texts = {
  title: text('表明身份', 'Identify yourselves'),
  lead: text(
    '主动出示执法证件，说明检查事项和依据，告知陈述、申辩、申请回避的权利和配合检查的义务。',
    'Show your certificates, name the items and their legal basis, and explain the rights to be heard and to ask an officer to withdraw, and the duty to cooperate.',
  ),
  shown: text(
    '已出示执法证件并告知权利义务（行政处罚法第五十五条）',
    'Certificates shown and rights explained (Administrative Penalty Law, Art. 55)',
  ),
  party: text('现场负责人（可不填）', 'Person on site (optional)'),
  post: text('职务（可不填）', 'Post (optional)'),
  begin: text('开始检查', 'Begin recording'),
} as const;

/** Between the scan-in and the first item: an officer states that the credentials were shown. */
export function ConfirmCredentialsShownScreen({ pack }: { pack: CheckPack }) {
  const t = useText();
  const [draft, change, clear] = useEncryptedInputDraft(pack.id, 'record', { shown: false, party: '', post: '' });
  const begin = async (): Promise<void> => {
    const content = { shown: draft.shown, party: draft.party.trim(), post: draft.post.trim() };
    if (await recordOperationAndSync(pack, 'record', content)) clear();
  };
  return (
    <section className="xj-kit-card">
      <h3>{t(texts.title)}</h3>
      <p>{t(texts.lead)}</p>
      <label className="xj-kit-tick">
        <input type="checkbox" checked={draft.shown} onChange={({ target }) => change({ shown: target.checked })} />
        {t(texts.shown)}
      </label>
      <label>
        {t(texts.party)}
        <input value={draft.party} maxLength={60} onChange={({ target }) => change({ party: target.value })} />
      </label>
      <label>
        {t(texts.post)}
        <input value={draft.post} maxLength={60} onChange={({ target }) => change({ post: target.value })} />
      </label>
      <button
        type="button"
        className="xj-button xj-kit-big"
        data-tone="primary"
        disabled={!draft.shown}
        onClick={() => void begin()}
      >
        {t(texts.begin)}
      </button>
    </section>
  );
}
