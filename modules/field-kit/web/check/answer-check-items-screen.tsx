import { useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { checkItemAnswers } from '#modules/enforcement/contract/check/enforcement-check-source-result-and-flag-options.ts';
import {
  choicesOfCheckItem,
  findFaultOfAnswerValue,
} from '#modules/enforcement/contract/check/validate-check-answer-value.ts';
import { useText } from '#web/i18n/locale.ts';
import type { CheckStateOnPhone } from '../../contract/check-state-from-phone-operations.ts';
import type { AnswerCode, OperationContents } from '../../contract/offline-check-operation-and-sync-answer-format.ts';
import type { CheckPack, PackItem } from '../../contract/offline-check-pack-format.ts';
import { CameraPicturesInput } from './camera-pictures-input.tsx';
import { checkItemNameInLocale } from './check-item-name-in-locale.ts';
import { NoteInputWithStandardPhrases } from './note-input-with-standard-phrases.tsx';
import {
  type AnswerDraft,
  changePicturesOfCheckItem,
  draftFromAnswer,
  nameOfAnswerDraft,
  recordAnswerOfCheckItem,
} from './record-answer-or-pictures-of-check-item.ts';
import { useEncryptedInputDraft } from './use-encrypted-input-draft.ts';

const texts = {
  of: text('第 {n} 项，共 {all} 项', 'Item {n} of {all}'),
  basis: text('依据', 'Legal basis'),
  hint: text('提示', 'Hint'),
  needsPicture: text('须拍照', 'Picture required'),
  value: text('数值或说明', 'Value'),
  note: text('检查记录', 'Note'),
  explain: text('请写明发现的问题，然后保存', 'Describe the problem, then save'),
  fill: text('请填写数值或说明（数值只填数字），然后保存', 'Fill in the value (a number in digits only), then save'),
  save: text('保存', 'Save'),
  saved: text('已存入本机', 'Saved on this phone'),
  previous: text('上一项', 'Previous'),
  next: text('下一项', 'Next'),
  toSign: text('去签名', 'Go to signatures'),
} as const;

type Given = OperationContents['answer'] | undefined;

/** The items one after another, answered by thumb. */
export function AnswerCheckItemsScreen({
  pack,
  view,
  onDone,
}: {
  pack: CheckPack;
  view: CheckStateOnPhone;
  onDone(): void;
}) {
  const t = useText();
  const open = pack.items.findIndex(({ id }) => !view.answers.has(id));
  const [at, setAt] = useState(Math.max(0, open));
  const item = pack.items[at];
  if (!item) return null;
  const isLast = at === pack.items.length - 1;
  const goOn = () => (isLast ? onDone() : setAt(at + 1));
  return (
    <section className="xj-kit-item">
      <progress
        max={pack.items.length}
        value={view.answers.size}
        aria-label={t(texts.of, { n: at + 1, all: pack.items.length })}
      />
      <p className="xj-kit-count">{t(texts.of, { n: at + 1, all: pack.items.length })}</p>
      <ItemForm key={item.id} pack={pack} item={item} given={view.answers.get(item.id)} onNext={goOn} />
      <nav className="xj-kit-line">
        <button type="button" className="xj-button" disabled={at === 0} onClick={() => setAt(at - 1)}>
          {t(texts.previous)}
        </button>
        <button type="button" className="xj-button" onClick={goOn}>
          {t(isLast ? texts.toSign : texts.next)}
        </button>
      </nav>
    </section>
  );
}

function ItemForm({ pack, item, given, onNext }: { pack: CheckPack; item: PackItem; given: Given; onNext(): void }) {
  const t = useText();
  const recorded = draftFromAnswer(given);
  const [draft, change] = useEncryptedInputDraft(pack.id, nameOfAnswerDraft(item), recorded);
  const [saved, setSaved] = useState(false);
  const { waiting } = draft;
  const store = async (answer: AnswerCode): Promise<boolean> => {
    const done = await recordAnswerOfCheckItem(pack, item, answer);
    setSaved(done);
    return done;
  };
  const edit = (part: Partial<AnswerDraft>): void => {
    setSaved(false);
    change(part);
  };
  const choose = async (answer: AnswerCode): Promise<void> => {
    if (lacksText(item, answer, draft)) return edit({ waiting: answer });
    const done = await store(answer);
    const isComplete = answer === 'not_applicable' || (answer === 'yes' && !lacksMore(item, draft));
    if (done && isComplete) onNext();
  };
  const chosen = waiting ?? given?.answer;
  const isChanged = !isSameAnswer(draft, recorded);
  return (
    <div className="xj-kit-card">
      <ItemText item={item} />
      {item.answer_kind !== 'yes_no_na' && (
        <ValueInput item={item} value={draft.value} onChange={(value) => edit({ value })} />
      )}
      <Choices chosen={chosen} onChoose={(answer) => void choose(answer)} />
      <CameraPicturesInput
        check={pack.id}
        value={draft.pictures}
        onChange={(to) => {
          setSaved(false);
          void changePicturesOfCheckItem(pack, item, to).then(setSaved);
        }}
      />
      <NoteInputWithStandardPhrases
        label={t(texts.note)}
        value={draft.note}
        onChange={(note) => edit({ note })}
        max={2000}
      />
      {waiting && lacksText(item, waiting, draft) && (
        <p role="alert">{t(waiting === 'no' && draft.note.trim() === '' ? texts.explain : texts.fill)}</p>
      )}
      {chosen && (waiting || isChanged) && (
        <button
          type="button"
          className="xj-button"
          data-tone="primary"
          disabled={lacksText(item, chosen, draft)}
          onClick={() => void store(chosen)}
        >
          {t(texts.save)}
        </button>
      )}
      {saved && !isChanged && <p role="status">✓ {t(texts.saved)}</p>}
    </div>
  );
}

/** Whether two answers say the same: spaces around a text are not recorded. */
const isSameAnswer = (one: AnswerDraft, other: AnswerDraft): boolean =>
  one.value.trim() === other.value &&
  one.note.trim() === other.note &&
  one.pictures.map(({ sha256 }) => sha256).join() === other.pictures.map(({ sha256 }) => sha256).join();

function Choices({ chosen, onChoose }: { chosen: AnswerCode | undefined; onChoose(answer: AnswerCode): void }) {
  const t = useText();
  return (
    <div className="xj-kit-answers">
      {Object.entries(checkItemAnswers).map(([answer, label]) => (
        <button
          key={answer}
          type="button"
          className="xj-button"
          data-answer={answer}
          aria-pressed={chosen === answer}
          onClick={() => onChoose(answer as AnswerCode)}
        >
          {t(label)}
        </button>
      ))}
    </div>
  );
}

/** Whether an answer cannot be recorded yet: a problem needs a note, and some items a value. */
const lacksText = (item: PackItem, answer: AnswerCode, { value, note }: { value: string; note: string }): boolean =>
  (answer === 'no' && note.trim() === '') ||
  (answer !== 'not_applicable' && findFaultOfAnswerValue(item, value) !== undefined);

/** Whether an item wants a picture or a value besides the answer. */
const lacksMore = (item: PackItem, { value, pictures }: AnswerDraft): boolean =>
  (item.evidence !== 'none' && pictures.length === 0) || findFaultOfAnswerValue(item, value) !== undefined;

function ItemText({ item }: { item: PackItem }) {
  const t = useText();
  return (
    <>
      <h3>{checkItemNameInLocale(item)}</h3>
      <p>{item.content}</p>
      {item.standard && <p>{item.standard}</p>}
      {item.remark && (
        <p>
          {t(texts.hint)}：{item.remark}
        </p>
      )}
      {item.evidence !== 'none' && <p className="xj-kit-state">{t(texts.needsPicture)}</p>}
      {(item.basis || item.articles.length > 0) && (
        <details>
          <summary>
            {t(texts.basis)} {item.basis}
          </summary>
          {item.articles.map(({ title, content }) => (
            <p key={title}>
              <strong>{title}</strong> {content}
            </p>
          ))}
        </details>
      )}
    </>
  );
}

function ValueInput({ item, value, onChange }: { item: PackItem; value: string; onChange(value: string): void }) {
  const t = useText();
  if (item.answer_kind === 'choice')
    return (
      <label>
        {t(texts.value)}
        <select value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="" />
          {choicesOfCheckItem(item.answer_options).map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
    );
  return (
    <label>
      {t(texts.value)}
      <input
        value={value}
        maxLength={500}
        inputMode={item.answer_kind === 'number' ? 'decimal' : 'text'}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
