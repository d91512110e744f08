import { InputNumber } from 'antd';
import { kindOf } from '#kernel/field.ts';
import { amountWords } from '#web/cell/code-words.ts';
import { controlProps, type InputProps } from '#web/input/input-props.ts';

const wide = { width: '100%' } as const;

/** A number, with its unit behind it. */
export function NumberInput(props: InputProps) {
  const { field, value, onChange } = props;
  const { whole } = kindOf(field);
  const unit = typeof field.options.unit === 'string' ? field.options.unit : undefined;
  return (
    <InputNumber<number>
      {...controlProps(props)}
      style={wide}
      value={value === null || value === undefined || value === '' ? null : Number(value)}
      placeholder={props.placeholder}
      precision={whole ? 0 : undefined}
      suffix={unit}
      controls={whole === true}
      onChange={(next) => onChange(next)}
    />
  );
}

/** An amount in yuan; it stays text from the keyboard to the wire, so no cent is lost to floating point. */
export function MoneyInput(props: InputProps) {
  const { value, onChange } = props;
  return (
    <InputNumber<string>
      {...controlProps(props)}
      style={wide}
      stringMode
      prefix="¥"
      precision={2}
      controls={false}
      value={value === null || value === undefined || value === '' ? null : String(value)}
      placeholder={props.placeholder}
      formatter={(shown) => amountWords(shown ?? '')}
      parser={(typed) => (typed ?? '').replace(/[,\s¥￥]/g, '')}
      onChange={(next) => onChange(next)}
    />
  );
}
