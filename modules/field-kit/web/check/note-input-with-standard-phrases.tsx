import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { useFieldKit } from '../kit/field-kit-state-and-actions.ts';

const texts = { phrase: text('插入常用语', 'Insert a phrase') } as const;

/** A note, with the phrases of the office. */
export function NoteInputWithStandardPhrases({
  label,
  value,
  onChange,
  max,
  min = 0,
}: {
  label: string;
  value: string;
  onChange(note: string): void;
  max: number;
  min?: number;
}) {
  const t = useText();
  const phrases = useFieldKit(({ common }) => common?.phrases) ?? [];
  return (
    <div className="xj-kit-note">
      <label>
        {label}
        <textarea
          rows={3}
          value={value}
          maxLength={max}
          minLength={min}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
      {phrases.length > 0 && (
        <select
          aria-label={t(texts.phrase)}
          value=""
          onChange={(event) => {
            const found = phrases.find(({ id }) => String(id) === event.target.value);
            if (found)
              onChange(
                [value, found.content]
                  .filter((part) => part !== '')
                  .join('\n')
                  .slice(0, max),
              );
          }}
        >
          <option value="">{t(texts.phrase)}</option>
          {phrases.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
