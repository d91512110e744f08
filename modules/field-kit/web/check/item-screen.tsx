import { useState } from 'react';
import { type Text, text } from '#kernel/text/text.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import type { FieldView } from '../../contract/field-view.ts';
import type { AnswerCode, OperationContents } from '../../contract/operation.ts';
import type { CheckPack, PackItem } from '../../contract/pack.ts';
import { perform } from '../kit/kit.ts';
import { NoteInput } from './note-input.tsx';
import { PicturesInput } from './pictures-input.tsx';

const texts = {
  of: text('第 {n} 项，共 {all} 项', 'Item {n} of {all}'),
  basis: text('依据', 'Legal basis'),
  hint: text('提示', 'Hint'),
  needsPicture: text('须拍照', 'Picture required'),
  value: text('数值或说明', 'Value'),
  note: text('检查记录', 'Note'),
  explain: text('请写明发现的问题，然后保存', 'Describe the problem, then save'),
  fill: text('请填写，然后保存', 'Fill this in, then save'),
  save: text('保存', 'Save'),
  saved: text('已存入本机', 'Saved on this phone'),
  previous: text('上一项', 'Previous'),
  next: text('下一项', 'Next'),
  toSign: text('去签名', 'Go to signatures'),
} as const;

const choices: Readonly<Record<AnswerCode, Text>> = {
  yes: text('符合', 'Complies'),
  no: text('不符合', 'Does not'),
  not_applicable: text('不适用', 'Not applicable'),
};

type Draft = OperationContents['answer'] | undefined;

/** The items one after another, answered by thumb. */
export function ItemScreen({ pack, view, onDone }: { pack: CheckPack; view: FieldView; onDone(): void }) {
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

function ItemForm({ pack, item, given, onNext }: { pack: CheckPack; item: PackItem; given: Draft; onNext(): void }) {
  const t = useText();
  const [draft, setDraft] = useState({
    value: given?.value ?? '',
    note: given?.note ?? '',
    pictures: given?.pictures ?? [],
  });
  const [saved, setSaved] = useState(false);
  /** Chosen, but not to be recorded before it is explained. */
  const [waiting, setWaiting] = useState<AnswerCode>();
  const store = async (answer: AnswerCode, change: Partial<typeof draft> = {}): Promise<boolean> => {
    const { value, note, pictures } = { ...draft, ...change };
    const done = await perform(pack, 'answer', {
      item: item.id,
      answer,
      value: value.trim(),
      note: note.trim(),
      pictures,
    });
    setSaved(done);
    if (done) setWaiting(undefined);
    return done;
  };
  const edit = (change: Partial<typeof draft>): void => {
    setSaved(false);
    setDraft({ ...draft, ...change });
  };
  const choose = async (answer: AnswerCode): Promise<void> => {
    const missing = lacksText(item, answer, draft);
    setWaiting(missing ? answer : undefined);
    if (missing) return;
    const done = await store(answer);
    const isComplete = answer === 'not_applicable' || (answer === 'yes' && !lacksMore(item, draft));
    if (done && isComplete) onNext();
  };
  const chosen = waiting ?? given?.answer;
  const isChanged =
    given !== undefined &&
    (draft.value !== given.value || draft.note !== given.note || draft.pictures !== given.pictures);
  return (
    <div className="xj-kit-card">
      <ItemText item={item} />
      {item.answer_kind !== 'yes_no_na' && (
        <ValueInput item={item} value={draft.value} onChange={(value) => edit({ value })} />
      )}
      <Choices chosen={chosen} onChoose={(answer) => void choose(answer)} />
      <PicturesInput
        check={pack.id}
        value={draft.pictures}
        onChange={(pictures) => {
          edit({ pictures });
          // a picture is worth keeping at once
          if (given && !waiting) void store(given.answer, { pictures });
        }}
      />
      <NoteInput label={t(texts.note)} value={draft.note} onChange={(note) => edit({ note })} max={2000} />
      {waiting && <p role="alert">{t(waiting === 'no' && draft.note.trim() === '' ? texts.explain : texts.fill)}</p>}
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

function Choices({ chosen, onChoose }: { chosen: AnswerCode | undefined; onChoose(answer: AnswerCode): void }) {
  const t = useText();
  return (
    <div className="xj-kit-answers">
      {Object.entries(choices).map(([answer, label]) => (
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
  (answer !== 'not_applicable' && item.answer_kind !== 'yes_no_na' && value.trim() === '');

/** Whether an item wants a picture or a value besides the answer. */
const lacksMore = ({ evidence, answer_kind }: PackItem, draft: { value: string; pictures: readonly unknown[] }) =>
  (evidence !== 'none' && draft.pictures.length === 0) || (answer_kind !== 'yes_no_na' && draft.value.trim() === '');

function ItemText({ item }: { item: PackItem }) {
  const t = useText();
  return (
    <>
      <h3>{currentLocale() === 'en' && item.name_en ? item.name_en : item.name}</h3>
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
  const options = (item.answer_options ?? '').split(/[、,，]/).filter((one) => one.trim() !== '');
  if (item.answer_kind === 'choice')
    return (
      <label>
        {t(texts.value)}
        <select value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="" />
          {options.map((one) => (
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
