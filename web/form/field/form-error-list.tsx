import { useState } from 'react';
import { text } from '#kernel/text/text.ts';
import type { FormErrorAtFieldPath } from '#web/form/state/form-errors-by-field-path.ts';
import { translate } from '#web/i18n/locale.ts';
import './form-error-list.css';

const texts = {
  title: text('有 {n} 项需要填写或更正', '{n} {n|thing|things} to fill in or correct'),
  fault: text('{label}：{message}', '{label}: {message}'),
  more: text('另有 {n} 项', '{n} more'),
};

/** Faults shown at first; the others follow on a press. */
const atOnce = 6;
/** Faults added with each press: a sheet of thousands of rows may have one in each. */
const further = 200;

interface FormErrorListProps {
  readonly faults: readonly FormErrorAtFieldPath[];
  readonly title?: string;
  /** Goes to the place of a fault; without it faults are no links. */
  onGo?(at: string): void;
}

/** All faults of a form or a move, each a link to its place. */
export default function FormErrorList({
  faults,
  title = translate(texts.title, { n: faults.length }),
  onGo,
}: FormErrorListProps) {
  const [most, setMost] = useState(atOnce);
  const shown = faults.slice(0, most);
  const rest = faults.length - shown.length;
  return (
    <div className="xj-form-note xj-faults" data-tone="bad">
      <p role="status">{title}</p>
      <ul>
        {shown.map(({ at, label, message }) => {
          const sentence = message === '' ? label : translate(texts.fault, { label, message });
          return (
            <li key={at}>
              {onGo ? (
                <button type="button" onClick={() => onGo(at)}>
                  {sentence}
                </button>
              ) : (
                sentence
              )}
            </li>
          );
        })}
      </ul>
      {rest > 0 && (
        <button type="button" aria-expanded={false} onClick={() => setMost(most + further)}>
          {translate(texts.more, { n: rest })}
        </button>
      )}
    </div>
  );
}
