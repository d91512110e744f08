import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';

const texts = {
  show: text('显示密码', 'Show password'),
  hide: text('隐藏密码', 'Hide password'),
  capsLock: text('大写锁定已打开', 'Caps Lock is on'),
};

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  label: string;
  value: string;
  onValue: (value: string) => void;
  /** What is left of a typed value: digits only, for example. The input shows it at once. */
  clean?: (typed: string) => string;
  error?: string | undefined;
  hint?: string | undefined;
  /** At the end of the input, inside the field. */
  after?: ReactNode;
}

/** A labelled input with its error message. */
export function LabelledInput({ label, value, onValue, clean, error, hint, after, ...input }: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="xj-field" data-invalid={error ? '' : undefined}>
      <label htmlFor={id}>{label}</label>
      <div className="xj-field-line">
        <input
          {...input}
          id={id}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          onChange={({ target }) => {
            const cleaned = clean?.(target.value) ?? target.value;
            // Preact draws nothing again where the value stays as it was, and would leave what was typed
            if (cleaned !== target.value) target.value = cleaned;
            onValue(cleaned);
          }}
        />
        {after}
      </div>
      {note && (
        <p className="xj-field-note" id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  );
}

/** A password input that can be shown as text. */
export function LabelledPasswordInput(props: Omit<FieldProps, 'type' | 'after'>) {
  const t = useText();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  return (
    <LabelledInput
      {...props}
      hint={capsLock ? t(texts.capsLock) : props.hint}
      onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
      type={shown ? 'text' : 'password'}
      after={
        <button type="button" className="xj-field-button" aria-pressed={shown} onClick={() => setShown(!shown)}>
          <svg
            width="18"
            height="18"
            viewBox="0 0 18 18"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.4"
            aria-hidden="true"
          >
            <path d="M1.5 9S4.2 4 9 4s7.5 5 7.5 5-2.7 5-7.5 5-7.5-5-7.5-5Z" />
            <circle cx="9" cy="9" r="2.2" />
            {!shown && <path d="M3 15 15 3" />}
          </svg>
          <span className="xj-visually-hidden">{t(shown ? texts.hide : texts.show)}</span>
        </button>
      }
    />
  );
}
