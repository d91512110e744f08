import { createContext, type InputHTMLAttributes, type Ref, use, useRef, useState } from 'react';
import type { InputProps } from '#web/input/control/input-props.ts';
import { valueFromText } from '#web/input/control/value-text.ts';

interface PickerText {
  /** What stands in the input instead of the chosen value. */
  readonly shown: string | undefined;
  write(text: string): void;
  /** Takes what was typed; whether there was anything to take. */
  take(): boolean;
}

export const DatePickerTextContext = createContext<PickerText | undefined>(undefined);

/**
 * What is typed into a picker. A picker reads one way of writing a day and puts the old one back over everything else; here
 * the kind of the field reads it, once the input is left or Enter is pressed. An emptied input is an empty field, and what
 * cannot be read stays and is said to be wrong. `isRead`: whether the picker can show the value it has.
 */
export function useDatePickerText(
  { field, value, onChange }: InputProps,
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
      onChange(valueFromText(field, text));
      return true;
    },
    drop: () => put(undefined),
  };
}

/** The input of a picker: what is typed into it is read by the field, not by the picker. */
function PickerInput({
  onChange: _onChange,
  onKeyDown,
  onBlur,
  value,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }) {
  const text = use(DatePickerTextContext);
  return (
    <input
      {...rest}
      value={text?.shown ?? value}
      onChange={({ target }) => text?.write(target.value)}
      onKeyDown={(event) => {
        const saves = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's';
        const ends = event.key === 'Enter' || event.key === 'Tab' || saves;
        // it takes the day, and does not hand in the form around it; with Ctrl it still does
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

/** What a picker is made of, so that it takes what is typed. */
export const datePickerComponents = { input: PickerInput };
