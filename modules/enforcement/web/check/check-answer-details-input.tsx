import { Button, Select } from 'antd';
import { useId } from 'react';
import type { AnyField } from '#kernel/declaration/field.ts';
import { useText } from '#web/i18n/locale.ts';
import { FieldInput } from '#web/input/field-input.tsx';
import type { CheckRecord, CheckRecordItem } from '../../contract/check/check-record-answer-types.ts';
import { checkAnswer } from '../../contract/check/officers-answers-and-signatures-of-check.ts';
import { checkAnswerAndEnterpriseRightsTexts as texts } from './check-answer-and-enterprise-rights-texts.ts';

/** What an officer records of an item. */
export interface CheckAnswerDraft {
  readonly answer: string | null;
  readonly value: string;
  readonly note: string;
  readonly evidence: readonly string[];
  readonly documents: readonly string[];
}

const inputs = checkAnswer.life?.moves.answer.input as Readonly<Record<'evidence' | 'documents', AnyField>>;

interface AnswerDetailsProps {
  readonly item: CheckRecordItem;
  readonly phrases: CheckRecord['phrases'];
  readonly errors: Readonly<Record<string, readonly string[]>> | undefined;
  readonly busy: boolean;
  readonly draft: CheckAnswerDraft;
  set(part: Partial<CheckAnswerDraft>): void;
  onSave(draft: CheckAnswerDraft): void;
}

/** What goes with an answer: a value, a note with phrases, pictures and documents. */
export function CheckAnswerDetailsInput({ item, phrases, errors, busy, draft, set, onSave }: AnswerDetailsProps) {
  const t = useText();
  const id = useId();
  const fault = (name: string) => errors?.[name]?.[0] && <em role="alert">{errors[name][0]}</em>;
  return (
    <div className="xj-check-more">
      {item.kind !== 'yes_no_na' && (
        <label>
          {t(texts.value)} {item.options && <small>{item.options}</small>}
          <input value={draft.value} maxLength={500} onChange={(event) => set({ value: event.target.value })} />
          {fault('value')}
        </label>
      )}
      <label>
        {t(texts.note)}
        <textarea
          rows={3}
          value={draft.note}
          maxLength={2000}
          onChange={(event) => set({ note: event.target.value })}
        />
        {fault('note')}
      </label>
      {phrases.length > 0 && (
        <Select
          aria-label={t(texts.phrase)}
          placeholder={t(texts.phrase)}
          value={null}
          options={phrases.map(({ id: value, title }) => ({ value, label: title }))}
          onChange={(value: number | null) => {
            const phrase = phrases.find((one) => one.id === value)?.content ?? '';
            set({ note: draft.note ? `${draft.note}\n${phrase}` : phrase });
          }}
        />
      )}
      <span id={`${id}-pictures`}>{t(texts.pictures)}</span>
      <FieldInput
        id={`${id}-evidence`}
        name="evidence"
        field={inputs.evidence}
        value={draft.evidence}
        describedBy={`${id}-pictures`}
        onChange={(value) => set({ evidence: (value as string[] | null) ?? [] })}
      />
      {fault('evidence')}
      {item.wants === 'doc' && (
        <>
          <span id={`${id}-papers`}>{t(texts.documents)}</span>
          <FieldInput
            id={`${id}-documents`}
            name="documents"
            field={inputs.documents}
            value={draft.documents}
            describedBy={`${id}-papers`}
            onChange={(value) => set({ documents: (value as string[] | null) ?? [] })}
          />
        </>
      )}
      <Button type="primary" loading={busy} disabled={!draft.answer} onClick={() => onSave(draft)}>
        {t(texts.save)}
      </Button>
    </div>
  );
}
