import { createContext, type InputHTMLAttributes, type Ref, use, useRef, useState } from 'react';
import { fieldValueFromText } from '#web/input/control/convert-field-value-and-text.ts';
import type { FieldInputProps } from '#web/input/control/field-input-props.ts';

interface PickerText {
  /** The text in the input, where it differs from the chosen value. */
  readonly shown: string | undefined;
  write(text: string): void;
  /** Takes the typed text as value. True: there was one. */
  take(): boolean;
}

export const TypedDateContext = createContext<PickerText | undefined>(undefined);

/**
 * The text typed into a date picker. The picker itself accepts one notation and discards all others; here the kind of
 * the field reads the text on blur or Enter. An empty text clears the field; a text it cannot read stays, with an
 * error. `isRead`: whether the picker can show the present value.
 */
export function useTypedDate(
  { field, value, onChange }: FieldInputProps,
  isRead: boolean,
): PickerText & { drop(): void } {
  const [draft, setDraft] = useState<string>();
  const typed = useRef<string>(undefined);
  const put = (text: string | undefined) => {
    typed.current = text;
    setDraft(text);
  };
  return {
    shown: draft ?? (!isRead && typeof value === 'string' && value !== '' ? value : undefined),
    write: put,
    take() {
      const text = typed.current;
      if (text === undefined) return false;
      put(undefined);
      onChange(fieldValueFromText(field, text));
      return true;
    },
    drop: () => put(undefined),
  };
}

/** The input of a date picker, whose text is read by the field instead of the picker. */
function PickerInput({
  onChange: _onChange,
  onKeyDown,
  onBlur,
  value,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }) {
  const text = use(TypedDateContext);
  return (
    <input
      {...rest}
      value={text?.shown ?? value}
      onChange={({ target }) => text?.write(target.value)}
      onKeyDown={(event) => {
        const saves = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's';
        const ends = event.key === 'Enter' || event.key === 'Tab' || saves;
        // Enter takes the day without submitting the form; Ctrl+Enter still submits
        if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault();
        if (ends && text?.take() && event.key === 'Enter') return;
        onKeyDown?.(event);
      }}
      onBlur={(event) => {
        text?.take();
        onBlur?.(event);
      }}
    />
  );
}

/** The `components` of a date picker that takes typed text. */
export const datePickerComponents = { input: PickerInput };
