import { Input } from 'antd';
import TextArea from 'antd/es/input/TextArea';
import { kindOf } from '#kernel/field/field.ts';
import { controlProps, type FieldInputProps } from '#web/input/control/field-input-props.ts';

/** The multi-line input of antd. It is loaded with this file, because lists are shown without it. */
export { TextArea };

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** `labelledBy`: id of the label, in a group that has a label of its own. */
export function TextInput(props: FieldInputProps & { readonly labelledBy?: string }) {
  const { field, value, onChange, placeholder } = props;
  const { keyboard, capitals } = kindOf(field);
  return (
    <Input
      {...controlProps(props)}
      aria-labelledby={props.labelledBy}
      value={textOf(value)}
      placeholder={placeholder}
      inputMode={keyboard}
      autoComplete="off"
      autoCapitalize={capitals ? 'characters' : 'off'}
      spellCheck={false}
      onChange={({ target, nativeEvent }) => {
        const composing = (nativeEvent as InputEvent).isComposing;
        onChange(capitals && !composing ? capitalize(target) : target.value);
      }}
      {...(capitals ? { onCompositionEnd: ({ currentTarget }) => onChange(capitalize(currentTarget)) } : {})}
    />
  );
}

/** Turns typed letters into capitals without moving the cursor. */
function capitalize(input: HTMLInputElement): string {
  const capital = input.value.toUpperCase();
  if (capital !== input.value) {
    const { selectionStart, selectionEnd } = input;
    input.value = capital;
    input.setSelectionRange(selectionStart, selectionEnd);
  }
  return capital;
}

export function PasswordInput(props: FieldInputProps) {
  return (
    <Input.Password
      {...controlProps(props)}
      value={textOf(props.value)}
      placeholder={props.placeholder}
      autoComplete="new-password"
      onChange={(event) => props.onChange(event.target.value)}
    />
  );
}

export function TextareaInput(props: FieldInputProps) {
  const max = typeof props.field.options.max === 'number' ? props.field.options.max : 2000;
  return (
    <TextArea
      {...controlProps(props)}
      value={textOf(props.value)}
      placeholder={props.placeholder}
      autoSize={{ minRows: 3, maxRows: 12 }}
      count={{ show: textOf(props.value).length > max * 0.6, max }}
      onChange={(event) => props.onChange(event.target.value)}
    />
  );
}
