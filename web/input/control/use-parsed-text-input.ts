import { useRef, useState } from 'react';
import { fieldValueFromText } from '#web/input/control/convert-field-value-and-text.ts';
import type { FieldInputProps } from '#web/input/control/field-input-props.ts';

const plain = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

export interface ParsedTextInput {
  /** The text in the input: while somebody types, exactly what they typed. */
  readonly shown: string;
  /**
   * Sets the value from a text, as the kind of the field reads it. A text it cannot read is kept, and the form shows
   * an error.
   */
  write(text: string): void;
  blur(): void;
}

/**
 * A field value that is typed as text, read with every key by the same function as on the server. A text that cannot
 * be read neither empties the field nor becomes another value: it stays, with an error. `toEdited` formats a value
 * for editing.
 */
export function useParsedTextInput(
  { field, value, onChange, onBlur }: FieldInputProps,
  toEdited: (value: string) => string = (one) => one,
): ParsedTextInput {
  const [draft, setDraft] = useState<string>();
  const written = useRef<unknown>(undefined);
  // a value set from elsewhere (a reset form, an undo) replaces what was typed before
  const typing = draft !== undefined && plain(value) === plain(written.current);
  return {
    shown: typing ? draft : toEdited(plain(value)),
    write(text) {
      written.current = fieldValueFromText(field, text);
      setDraft(text);
      onChange(written.current);
    },
    blur() {
      setDraft(undefined);
      onBlur?.();
    },
  };
}
