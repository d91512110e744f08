import { Input } from 'antd';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { controlProps, type FieldInputProps } from '#web/input/control/field-input-props.ts';
import './input.css';

const texts = { pick: text('选取颜色', 'Pick a colour') };

/** A colour as hex digits, with the system's colour picker. */
export function ColorInput(props: FieldInputProps) {
  const written = typeof props.value === 'string' ? props.value : '';
  const color = /^#[\da-f]{6}/i.test(written) ? written.slice(0, 7) : '#000000';
  return (
    <Input
      {...controlProps(props)}
      value={written}
      placeholder="#276b5f"
      spellCheck={false}
      autoComplete="off"
      prefix={
        <input
          type="color"
          className="xj-color-well"
          aria-label={translate(texts.pick)}
          disabled={props.disabled}
          value={color}
          onChange={(event) => props.onChange(event.target.value)}
        />
      }
      onChange={(event) => props.onChange(event.target.value)}
    />
  );
}
