import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import type { CheckStateOnPhone, MissingForSubmission } from '../../contract/check-state-from-phone-operations.ts';
import type { CheckPack } from '../../contract/offline-check-pack-format.ts';
import { recordOperationAndSync } from '../kit/field-kit-state-and-actions.ts';
import { NoteInputWithStandardPhrases } from './note-input-with-standard-phrases.tsx';
import { useEncryptedInputDraft } from './use-encrypted-input-draft.ts';

const texts = {
  answers: text('{n} 项没有答案', '{n} {n|item has|items have} no answer'),
  pictures: text('{n} 项缺照片', '{n} {n|item lacks|items lack} a picture'),
  officers: text('执法人员未签全', 'Signatures of officers are missing'),
  object: text('当事人未签名；拒签的请在下面写明', 'The party has not signed; if it refuses, say so below'),
  witness: text('见证人未签名', 'The witness has not signed'),
  found: text('现场检查情况', 'Findings on site'),
  refuses: text('当事人拒绝签字', 'The party refuses to sign'),
  how: text('拒签情况', 'How it refused'),
  submit: text('提交', 'Submit'),
  sealed: text(
    '提交后不能修改，联网上传后由平台封存。',
    'Nothing can be changed afterwards. The platform seals the record once it is uploaded.',
  ),
  sum: text('检查 {n} 项，{bad} 项不符合：{list}', '{n} {n|item|items} checked, {bad} not complying: {list}'),
  clean: text('检查 {n} 项，未发现问题。', '{n} {n|item|items} checked, no problem found.'),
} as const;

/** What was found, in a sentence to go on from; empty while items are open: what is not checked yet has no result. */
function summarise(
  t: ReturnType<typeof useText>,
  { items }: CheckPack,
  view: CheckStateOnPhone,
  lacks: MissingForSubmission,
): string {
  if (lacks.answers.length > 0) return '';
  const bad = items.filter(({ id }) => view.answers.get(id)?.answer === 'no');
  if (bad.length === 0) return t(texts.clean, { n: items.length });
  return t(texts.sum, { n: items.length, bad: bad.length, list: bad.map(({ name }) => name).join('、') });
}

/** The record, when everything is there. */
export function SubmitCheckRecordScreen({
  pack,
  view,
  lacks,
  onShow,
}: {
  pack: CheckPack;
  view: CheckStateOnPhone;
  lacks: MissingForSubmission;
  onShow(tab: 'items' | 'sign'): void;
}) {
  const t = useText();
  const summary = summarise(t, pack, view, lacks);
  const [draft, change, clear] = useEncryptedInputDraft(pack.id, 'submit', {
    note: summary,
    refused: false,
    refusal: '',
  });
  const { note, refused, refusal } = draft;
  const submit = async (): Promise<void> => {
    const content = { note: note.trim(), refused, refusal: refused ? refusal.trim() : '' };
    if (await recordOperationAndSync(pack, 'submit', content)) clear();
  };
  const isWitnessed = view.signatures.some(({ role }) => role === 'witness');
  const signatures = [
    ...lacks.signatures.filter((one) => one === 'officers' || !refused),
    ...(refused && !isWitnessed ? (['witness'] as const) : []),
  ];
  const isReady =
    lacks.answers.length + lacks.pictures.length + signatures.length === 0 &&
    note.trim().length >= 5 &&
    (!refused || refusal.trim().length >= 5);
  return (
    <section className="xj-kit-card">
      <MissingPartsOfRecord lacks={lacks} signatures={signatures} onShow={onShow} />
      <NoteInputWithStandardPhrases
        label={t(texts.found)}
        value={note}
        onChange={(to) => change({ note: to })}
        max={4000}
        min={5}
      />
      <label className="xj-kit-tick">
        <input type="checkbox" checked={refused} onChange={({ target }) => change({ refused: target.checked })} />
        {t(texts.refuses)}
      </label>
      {refused && (
        <NoteInputWithStandardPhrases
          label={t(texts.how)}
          value={refusal}
          onChange={(to) => change({ refusal: to })}
          max={500}
          min={5}
        />
      )}
      <p>
        <small>{t(texts.sealed)}</small>
      </p>
      <button
        type="button"
        className="xj-button xj-kit-big"
        data-tone="primary"
        disabled={!isReady}
        onClick={() => void submit()}
      >
        {t(texts.submit)}
      </button>
    </section>
  );
}

/** What is missing, each as a button that leads to where it is entered. */
function MissingPartsOfRecord({
  lacks,
  signatures,
  onShow,
}: {
  lacks: MissingForSubmission;
  signatures: readonly (MissingForSubmission['signatures'][number] | 'witness')[];
  onShow(tab: 'items' | 'sign'): void;
}) {
  const t = useText();
  return (
    <ul className="xj-kit-lacks">
      {lacks.answers.length > 0 && (
        <li>
          <button type="button" className="xj-button" onClick={() => onShow('items')}>
            {t(texts.answers, { n: lacks.answers.length })}
          </button>
        </li>
      )}
      {lacks.pictures.length > 0 && (
        <li>
          <button type="button" className="xj-button" onClick={() => onShow('items')}>
            {t(texts.pictures, { n: lacks.pictures.length })}
          </button>
        </li>
      )}
      {signatures.map((one) => (
        <li key={one}>
          <button type="button" className="xj-button" onClick={() => onShow('sign')}>
            {t(texts[one])}
          </button>
        </li>
      ))}
    </ul>
  );
}
