import type { AnyField } from '#kernel/declaration/field.ts';
import { type Condition, type Operator, readRange } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import { kindOf } from '#kernel/field/field.ts';
import { type Locale, type Text, text, textIn } from '#kernel/text/text.ts';
import { isRelativeRange, relativeRanges } from '#kernel/time/day-ranges-relative-to-today.ts';

export const operatorTexts: Readonly<Record<Operator, Text>> = {
  '=': text('是', 'is'),
  '<>': text('不是', 'is not'),
  LIKE: text('包含', 'contains'),
  'NOT LIKE': text('不包含', 'does not contain'),
  '>': text('大于', 'greater than'),
  '>=': text('不小于', 'at least'),
  '<': text('小于', 'less than'),
  '<=': text('不大于', 'at most'),
  IN: text('属于', 'is any of'),
  'NOT IN': text('不属于', 'is none of'),
  FIND_IN_SET: text('含有', 'has'),
  RANGE: text('介于', 'between'),
  'NOT RANGE': text('不介于', 'not between'),
  NULL: text('为空', 'is empty'),
  'NOT NULL': text('不为空', 'is not empty'),
};

const texts = {
  both: text('{from} 至 {to}', '{from} and {to}'),
  from: text('{from} 起', '{from} or later'),
  to: text('至 {to}', '{to} or earlier'),
  fromNumber: text('≥ {from}', '≥ {from}'),
  toNumber: text('≤ {to}', '≤ {to}'),
  separator: text('、', ', '),
};

/** Label of an operator for a field. */
export const operatorText = (field: AnyField, operator: Operator): Text =>
  kindOf(field).operatorLabels?.[operator] ?? operatorTexts[operator];

/** The operator of a chip; open and relative ranges show it in their value. */
export function conditionOperator({ operator, value }: Condition, field: AnyField, locale: Locale): string {
  if (operator === 'RANGE' && kindOf(field).dated && isRelativeRange(value)) return '';
  const range = operator === 'RANGE' ? readRange(value) : undefined;
  return range && !(range.from && range.to) ? '' : operatorText(field, operator)[locale];
}

/** The single values of a filter, which are separated by commas. */
export const filterValues = (value: string): string[] =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

/**
 * The value of a chip. Undefined: its label has to be requested from the server (a row of another resource, a
 * division).
 */
export function conditionValue({ operator, value }: Condition, field: AnyField, locale: Locale): string | undefined {
  if (operator === 'NULL' || operator === 'NOT NULL') return '';
  const kind = kindOf(field);
  if (kind.target || kind.targets) return operator.endsWith('LIKE') ? value : undefined;
  if (operator.endsWith('RANGE')) return rangeText(value, /^(?:date|time)/.test(kind.column), locale);
  const choices = kind.choices?.(field.options);
  if (!choices) return value;
  const options = (field.options.options ?? Object.fromEntries(choices)) as Readonly<Record<string, Text>>;
  return filterValues(value)
    .map((one) => (Object.hasOwn(options, one) ? (options[one]?.[locale] ?? one) : one))
    .join(texts.separator[locale]);
}

function rangeText(value: string, timely: boolean, locale: Locale): string {
  if (timely && isRelativeRange(value)) return relativeRanges[value][locale];
  const range = readRange(value);
  if (!range) return value;
  if (range.from && range.to) return textIn(texts.both, locale, range);
  if (range.from) return textIn(timely ? texts.from : texts.fromNumber, locale, range);
  return textIn(timely ? texts.to : texts.toNumber, locale, range);
}

/** A label inside a sentence: lower case in English, except abbreviations and names of languages. */
export const labelInSentence = (label: string): string =>
  /^(?!Chinese|English)[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
