import { useRef, useState } from 'react';
import type { InputProps } from '#web/input/control/input-props.ts';
import { valueFromText } from '#web/input/control/value-text.ts';

const plain = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

export interface TypedText {
  /** What stands in the input: while somebody types, what they typed. */
  readonly shown: string;
  /** Takes a text, as the kind of the field reads it; what it cannot read is kept as it is, and told by the form. */
  write(text: string): void;
  blur(): void;
}

/**
 * The value of a field that is typed as a text, read with every key by the same function as on the server. What cannot be read
 * neither empties the field nor becomes another value: it stays, and is said to be wrong. `tell` writes a value for readers.
 */
export function useTypedText(
  { field, value, onChange, onBlur }: InputProps,
  toEdited: (value: string) => string = (one) => one,
): TypedText {
  const [draft, setDraft] = useState<string>();
  const written = useRef<unknown>(undefined);
  // a value that comes from elsewhere (a form begun anew, what was taken back) is not hidden by what was typed before
  const typing = draft !== undefined && plain(value) === plain(written.current);
  return {
    shown: typing ? draft : toEdited(plain(value)),
    write(text) {
      written.current = valueFromText(field, text);
      setDraft(text);
      onChange(written.current);
    },
    blur() {
      setDraft(undefined);
      onBlur?.();
    },
  };
}
