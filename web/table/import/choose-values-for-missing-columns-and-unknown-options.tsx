import { Select } from 'antd';
import { useId } from 'react';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { hasColumn, kindOf } from '#kernel/field/field.ts';
import type { Text } from '#kernel/text/text.ts';
import { text } from '#kernel/text/text.ts';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import { FieldInput } from '#web/input/field-input.tsx';
import type { ImportChoices, ImportReport } from '#web/resource/resource-calls.ts';

const texts = {
  values: text('表中没有的内容，各行统一填写', 'Not in the sheet: the same for all rows'),
  synonyms: text('表中的用词对应哪个选项', 'Options that words of the sheet stand for'),
  choose: text('选择', 'Choose'),
};

interface ImportGapsProps {
  readonly resource: AnyResource;
  readonly report: ImportReport;
  readonly choices: ImportChoices;
  onValue(field: string, text: string): void;
  onWord(header: string, word: string, option: string): void;
}

type Options = Readonly<Record<string, Text>>;
const optionsOf = (field: AnyField | undefined): Options => (field?.options.options ?? {}) as Options;

/** Whether one text of the field can stand for all rows. */
function isPlain(field: AnyField | undefined): boolean {
  if (!field || field.write === 'server' || !hasColumn(field)) return false;
  const { typed, chosen, comparison } = kindOf(field);
  return (typed === 'line' || chosen === 'once') && comparison !== 'moment';
}

/** What a trial could not read: fields that the sheet lacks, and words that are no options. */
export function ChooseValuesForMissingColumnsAndUnknownOptions({
  resource,
  report,
  choices,
  onValue,
  onWord,
}: ImportGapsProps) {
  const headers = new Set((report.columns ?? []).map(({ header }) => header));
  const inSheet = new Set((report.columns ?? []).flatMap(({ field }) => field ?? []));
  const errors = report.errors.filter(({ sheet }) => sheet === undefined);
  const lacking = [...new Set([...Object.keys(choices.values), ...errors.map((one) => one.field)])].filter(
    (name) => !inSheet.has(name) && isPlain(resource.fields[name]),
  );
  const synonyms = new Map<string, { header: string; word: string; field: AnyField }>();
  const note = (header: string, word: string, name: string | null | undefined) => {
    const field = name ? resource.fields[name] : undefined;
    if (field && Object.keys(optionsOf(field)).length > 0) synonyms.set(`${header}\n${word}`, { header, word, field });
  };
  for (const { header, field } of report.columns ?? [])
    for (const word of Object.keys(choices.synonyms[header] ?? {})) note(header, word, field);
  for (const { column, field, value } of errors) if (value && headers.has(column)) note(column, value, field);
  if (lacking.length === 0 && synonyms.size === 0) return null;
  return (
    <div className="xj-import-gaps">
      {lacking.length > 0 && (
        <fieldset className="xj-bare-fieldset">
          <legend>{translate(texts.values)}</legend>
          {lacking.map((name) => (
            <ValueForAllRows
              key={name}
              name={name}
              field={resource.fields[name] as AnyField}
              value={choices.values[name] ?? ''}
              onChange={(given) => onValue(name, given)}
            />
          ))}
        </fieldset>
      )}
      {synonyms.size > 0 && (
        <fieldset className="xj-bare-fieldset">
          <legend>{translate(texts.synonyms)}</legend>
          {[...synonyms.values()].map(({ header, word, field }) => (
            <div key={`${header} ${word}`} className="xj-import-gap">
              <span>
                {header}：{word}
              </span>
              <Select
                aria-label={word}
                size="small"
                placeholder={translate(texts.choose)}
                showSearch={{ optionFilterProp: 'label' }}
                value={choices.synonyms[header]?.[word] ?? null}
                options={Object.entries(optionsOf(field)).map(([value, label]) => ({
                  value,
                  label: label[currentLocale()],
                }))}
                onChange={(option: string) => onWord(header, word, option)}
              />
            </div>
          ))}
        </fieldset>
      )}
    </div>
  );
}

function ValueForAllRows({
  name,
  field,
  value,
  onChange,
}: {
  readonly name: string;
  readonly field: AnyField;
  readonly value: string;
  onChange(value: string): void;
}) {
  const id = useId();
  return (
    <div className="xj-import-gap">
      <label htmlFor={id}>{field.label[currentLocale()]}</label>
      <FieldInput
        id={id}
        name={name}
        field={field}
        value={value === '' ? null : value}
        onChange={(given) => onChange(given === null || given === undefined ? '' : String(given))}
      />
    </div>
  );
}
