import { Button } from 'antd';
import { type Ref, useState } from 'react';
import { PictureCell } from '#web/cell/file/picture-cell.tsx';
import { useText } from '#web/i18n/locale.ts';
import type { CheckRecord, CheckRecordItem } from '../../contract/check/check-record-answer-types.ts';
import { checkItemAnswers } from '../../contract/check/enforcement-check-source-result-and-flag-options.ts';
import { checkAnswerAndEnterpriseRightsTexts as texts } from './check-answer-and-enterprise-rights-texts.ts';
import { CheckAnswerDetailsInput, type CheckAnswerDraft } from './check-answer-details-input.tsx';

const draftOf = ({ answer, value, note, evidence, documents }: CheckRecordItem): CheckAnswerDraft => ({
  answer,
  value: value ?? '',
  note: note ?? '',
  evidence,
  documents,
});

interface CheckItemCardProps {
  readonly item: CheckRecordItem;
  readonly number: number;
  readonly answering: boolean;
  readonly phrases: CheckRecord['phrases'];
  /** Errors of the last attempt to save, by field. */
  readonly errors: Readonly<Record<string, readonly string[]>> | undefined;
  readonly busy: boolean;
  readonly cardRef: Ref<HTMLLIElement>;
  onSave(draft: CheckAnswerDraft): void;
}

/** One item: large buttons for the answer, and below them what goes with it. */
export function CheckItemAnswerCard(props: CheckItemCardProps) {
  const { item, number, answering, cardRef } = props;
  const t = useText();
  return (
    <li
      ref={cardRef}
      className="xj-check-item"
      data-answer={item.answer ?? 'open'}
      tabIndex={answering ? 0 : undefined}
    >
      <p className="xj-check-item-name">
        <span>{number}</span> {item.name}
      </p>
      <p className="xj-check-item-facts">
        {item.code}
        {` · ${t(texts.severity, { n: item.severity })}`}
        {item.wants === 'photo' && ` · ${t(texts.photo)}`}
        {item.wants === 'doc' && ` · ${t(texts.doc)}`}
      </p>
      {item.remark && <p className="xj-check-item-facts">{item.remark}</p>}
      <details>
        <summary>{t(texts.standard)}</summary>
        <p>{item.standard ?? item.content}</p>
        {item.basis && <p>{t(texts.basis, { basis: item.basis })}</p>}
      </details>
      {answering ? <AnswerForm {...props} /> : <GivenAnswer item={item} />}
    </li>
  );
}

/** What was answered, once it can no longer be changed. */
function GivenAnswer({ item }: { item: CheckRecordItem }) {
  const t = useText();
  if (!item.answer) return null;
  return (
    <div className="xj-check-given">
      <strong>{t(checkItemAnswers[item.answer as keyof typeof checkItemAnswers])}</strong>
      {item.value && <span>{item.value}</span>}
      {item.note && <p>{item.note}</p>}
      {item.evidence.length > 0 && <PictureCell urls={item.evidence} label={t(texts.pictures)} />}
      {item.documents.length > 0 && <PictureCell urls={item.documents} label={t(texts.documents)} />}
    </div>
  );
}

function AnswerForm({ item, phrases, errors, busy, onSave }: CheckItemCardProps) {
  const t = useText();
  const [draft, setDraft] = useState(() => draftOf(item));
  const [open, setOpen] = useState(item.problem || item.evidence.length > 0 || item.wants !== 'none');
  const set = (part: Partial<CheckAnswerDraft>) => setDraft((now) => ({ ...now, ...part }));
  const needsValue = item.kind !== 'yes_no_na';
  const choose = (answer: string) => {
    const next = { ...draft, answer };
    setDraft(next);
    if (answer === 'no' || (needsValue && answer !== 'not_applicable')) setOpen(true);
    // a finding needs a note, which is written first
    const waits = (answer === 'no' && next.note.trim() === '') || (needsValue && answer === 'yes' && next.value === '');
    if (!waits) onSave(next);
  };
  const fault = (name: string) => errors?.[name]?.[0] && <em role="alert">{errors[name][0]}</em>;
  return (
    <>
      <fieldset className="xj-check-choices">
        <legend className="xj-visually-hidden">{t(texts.answers, { name: item.name })}</legend>
        {(Object.keys(checkItemAnswers) as (keyof typeof checkItemAnswers)[]).map((one) => (
          <button
            key={one}
            type="button"
            data-choice={one}
            aria-pressed={draft.answer === one}
            disabled={busy}
            onClick={() => choose(one)}
          >
            {t(checkItemAnswers[one])}
          </button>
        ))}
      </fieldset>
      {fault('answer')}
      {open ? (
        <CheckAnswerDetailsInput {...{ item, phrases, errors, busy, draft, set, onSave }} />
      ) : (
        <Button onClick={() => setOpen(true)}>{t(texts.more)}</Button>
      )}
    </>
  );
}
