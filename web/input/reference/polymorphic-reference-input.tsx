import { Select } from 'antd';
import { formatRowReference, type OneOfOptions, parseRowReference } from '#kernel/kind/linked/one-of-reference.ts';
import { relationNameOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { antdAllowClearWithTranslatedLabel } from '#web/input/control/antd-allow-clear-with-translated-label.tsx';
import { controlProps, type FieldInputProps } from '#web/input/control/field-input-props.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import { relationObject } from '#web/resource/wire-row.ts';
import { RemoteSelect } from './select-with-options-from-server.tsx';

const texts = {
  type: text('{label}：类别', '{label}: type'),
  row: text('{label}：记录', '{label}: record'),
  choose: text('选择类别', 'Choose type'),
};

/**
 * A reference to a row of one of several resources: first the resource, then the row. Until a row is chosen the value
 * is the resource alone; a filter then means all its rows, and a form refuses it.
 */
export function PolymorphicReferenceInput(props: FieldInputProps) {
  const { id, name, field, value, onChange, row, ...rest } = props;
  const { to } = field.options as unknown as OneOfOptions;
  const named = parseRowReference(value);
  const type = named?.to ?? (typeof value === 'string' && value !== '' ? value : undefined);
  const title = type === undefined ? undefined : findResource(type)?.title;
  const related = relationObject(row, name);
  const carried =
    row && title !== undefined && related?.type === type
      ? { ...row, [relationNameOf(name)]: { id: related?.id, [title]: related?.title, _heading: related?._heading } }
      : undefined;
  return (
    <div className="xj-one-of">
      <Select<string>
        {...controlProps(props)}
        aria-label={translate(texts.type, { label: translate(field.label) })}
        value={type}
        placeholder={translate(texts.choose)}
        allowClear={antdAllowClearWithTranslatedLabel(!field.required)}
        options={Object.entries<Text>(to).map(([resource, label]) => ({ value: resource, label: translate(label) }))}
        onChange={(next?: string) => onChange(next ?? null)}
      />
      {type !== undefined && (
        <RemoteSelect
          {...rest}
          // the rows of another resource are other options
          key={type}
          id={`${id}-row`}
          name={name}
          aria-label={translate(texts.row, { label: translate(field.label) })}
          field={{ ...field, kind: 'reference', options: { ...field.options, to: type } }}
          value={named?.id ?? null}
          {...(carried ? { row: carried } : {})}
          onChange={(next) => onChange(typeof next === 'number' ? formatRowReference(type, next) : type)}
        />
      )}
    </div>
  );
}
