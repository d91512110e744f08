import { Button, Select } from 'antd';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { AnyField } from '#kernel/declaration/field.ts';
import { type Condition, type Operator, readRange } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { isPolymorphicReference, kindOf, targetOf } from '#kernel/field/field.ts';
import { fieldOf, hasCalendarRanges, operatorsOf, takesNoValue } from '#kernel/list/list-query-in-url.ts';
import { personalDataSearchesPerDay } from '#kernel/list/personal-data-search-limit.ts';
import { text } from '#kernel/text/text.ts';
import { decodeMessage } from '#kernel/text/validation-messages.ts';
import { isRelativeRange, relativeRanges } from '#kernel/time/day-ranges-relative-to-today.ts';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import { FieldInput } from '#web/input/field-input.tsx';
import { PolymorphicReferenceInput } from '#web/input/reference/polymorphic-reference-input.tsx';
import { RemoteSelect } from '#web/input/reference/select-with-options-from-server.tsx';
import { can } from '#web/session/session.ts';
import { filterValues, operatorText } from './filter-operator-and-value-texts.ts';
import { filtersWithoutRelatedRowsCallerMayNotList } from './leave-out-filters-by-related-rows-caller-may-not-list.ts';
import { optionsOfFilterField } from './list-and-search-filterable-fields.ts';

const texts = {
  title: text('筛选', 'Filter'),
  field: text('字段', 'Field'),
  operator: text('条件', 'Condition'),
  value: text('值', 'Value'),
  from: text('从', 'From'),
  to: text('到', 'To'),
  relative: text('按日历', 'By calendar'),
  apply: text('应用', 'Apply'),
  cancel: text('取消', 'Cancel'),
  or: text('或…', 'Or…'),
  shown: text('按所见内容查询，如 138****1234', 'Searches the text as shown, e.g. 138****1234'),
  exact: text(
    '输入完整值为精确查询：会留下记录，每日最多 {n} 个值。输入所见内容（如 138****1234）则不记录',
    'Entering a full value is an exact search: it is recorded, at most {n} {n|value|values} per day. Entering what is shown (e.g. 138****1234) is not recorded',
  ),
};

const isRange = (operator: Operator) => operator.endsWith('RANGE');
const isSet = (operator: Operator) => operator === 'IN' || operator === 'NOT IN';

interface FilterEditorProps {
  readonly resource: AnyResource;
  /** The condition to edit; without it, a new one. */
  readonly condition?: Condition;
  /** The field of a new condition. */
  readonly field?: string;
  /** Without personal data. */
  readonly plain?: boolean;
  onApply(condition: Condition): void;
  onCancel(): void;
  /** Adds an alternative to this condition. */
  onOr?(): void;
}

/** The condition while it is edited. Errors of a value are shown once it is left, or applied. */
function useFilterCondition(resource: AnyResource, condition: Condition | undefined, begun: string) {
  const [name, setName] = useState(begun);
  const [operator, setOperator] = useState<Operator>(condition?.operator ?? operatorsOf(resource, name)[0] ?? '=');
  const [parts, setParts] = useState(() => partsOf(operator, condition?.value ?? ''));
  const [showErrors, setShowErrors] = useState(false);
  const value = parts.some((part) => part !== '') ? parts.join(',') : '';
  const field = fieldOf(resource, name);

  const chooseField = (next: string) => {
    setName(next);
    setOperator(operatorsOf(resource, next)[0] ?? '=');
    setParts(['']);
  };
  const chooseOperator = (next: Operator) => {
    const typed = (one: Operator) => field !== undefined && isPolymorphicReference(field) && one.endsWith('LIKE');
    if (isRange(next) !== isRange(operator) || (isSet(operator) && !isSet(next)) || typed(next) !== typed(operator))
      setParts(['']);
    setOperator(next);
  };
  const change = (next: string[]) => {
    setParts(next);
    setShowErrors(false);
  };
  const isWhole = isRange(operator) ? readRange(value) !== undefined || isRelativeRange(value) : value.trim() !== '';
  const problems =
    field && typesValue(field, operator) ? parts.map((part) => problemOf(filterField(field, operator), part)) : [];
  return {
    name,
    operator,
    parts,
    value,
    field,
    problems,
    wrong: problems.some(Boolean),
    ready: takesNoValue(operator) || isWhole,
    showErrors,
    setShowErrors,
    chooseField,
    chooseOperator,
    change,
  };
}

/** Edits a condition: field, operator and value. Operators and input are those of the field's kind. */
export default function FilterConditionEditor({
  resource,
  condition,
  field: begun,
  plain = false,
  onApply,
  onCancel,
  onOr,
}: FilterEditorProps) {
  const id = useId();
  const names = filtersWithoutRelatedRowsCallerMayNotList(resource).filter(
    (one) => !plain || fieldOf(resource, one)?.privacy === undefined,
  );
  const filter = useFilterCondition(resource, condition, condition?.field ?? begun ?? names[0] ?? '');
  const { name, operator, parts, value, field, problems, wrong, ready, showErrors, setShowErrors } = filter;
  if (!field) return null;
  const apply = (event: FormEvent) => {
    event.preventDefault();
    // React passes events on to the forms around a popover, too.
    event.stopPropagation();
    if (wrong) setShowErrors(true);
    else if (ready) onApply({ field: name, operator, value: takesNoValue(operator) ? '' : value.trim() });
  };
  return (
    <form className="xj-filter-editor" aria-label={translate(texts.title)} onSubmit={apply}>
      <Select
        aria-label={translate(texts.field)}
        value={name}
        options={names.map((one) => ({ value: one, label: translate(fieldOf(resource, one)?.label ?? texts.field) }))}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={filter.chooseField}
      />
      <Select
        aria-label={translate(texts.operator)}
        value={operator}
        options={[...new Set([...operatorsOf(resource, name), operator])].map((one) => ({
          value: one,
          label: translate(operatorText(field, one)),
        }))}
        onChange={filter.chooseOperator}
      />
      {operator === 'RANGE' && hasCalendarRanges(field) && (
        <RelativeRanges chosen={value} onChoose={(range) => onApply({ field: name, operator, value: range })} />
      )}
      <ConditionInput
        key={`${name} ${operator}`}
        {...{ id, name, field, operator, parts }}
        of={resource.name}
        problems={showErrors ? problems : []}
        onChange={filter.change}
        onLeave={() => setShowErrors(true)}
      />
      {field.privacy === 'masked' && !takesNoValue(operator) && (
        <p className="xj-filter-editor-hint" role="note">
          {operator === '=' && can(`${resource.name}/reveal`)
            ? translate(texts.exact, { n: personalDataSearchesPerDay })
            : translate(texts.shown)}
        </p>
      )}
      <div className="xj-filter-editor-buttons">
        <Button type="primary" htmlType="submit" disabled={!ready || (showErrors && wrong)}>
          {translate(texts.apply)}
        </Button>
        <Button onClick={onCancel}>{translate(texts.cancel)}</Button>
        {onOr && field.privacy === undefined && (
          <Button type="text" onClick={onOr}>
            {translate(texts.or)}
          </Button>
        )}
      </div>
    </form>
  );
}

interface ConditionInputProps {
  id: string;
  name: string;
  field: AnyField;
  operator: Operator;
  /** The value, or both ends of a range. */
  parts: readonly string[];
  /** Error of each part. */
  problems: readonly (string | undefined)[];
  /** Name of the filtered resource. */
  of: string;
  onChange(parts: string[]): void;
  onLeave(): void;
}

/** Whether the value is typed text, which the field may be unable to read. */
const typesValue = (field: AnyField, operator: Operator): boolean =>
  !takesNoValue(operator) &&
  !isSet(operator) &&
  (isRange(operator) ||
    !(optionsOfFilterField(field) || isPolymorphicReference(field) || targetOf(field)?.key === 'id'));

function ConditionInput(props: ConditionInputProps) {
  const { id, name, field, operator, parts, of } = props;
  const value = parts.join(',');
  const onChange = (next: string) => props.onChange([next]);
  if (takesNoValue(operator)) return null;
  if (isRange(operator)) return <RangeInput {...props} />;
  const choices = optionsOfFilterField(field);
  if (choices) {
    const several = isSet(operator);
    return (
      <Select<string | string[]>
        aria-label={translate(texts.value)}
        mode={several ? 'multiple' : undefined}
        value={several ? filterValues(value) : value || undefined}
        options={choices}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(next) => onChange(Array.isArray(next) ? next.join(',') : next)}
      />
    );
  }
  if (isPolymorphicReference(field) && !operator.endsWith('LIKE')) {
    return (
      <Labelled id={id} label={translate(texts.value)}>
        <PolymorphicReferenceInput
          {...{ id, name, field }}
          value={value === '' ? null : value}
          onChange={(next) => onChange(textOf(next))}
        />
      </Labelled>
    );
  }
  if (targetOf(field)?.key === 'id') {
    const several = isSet(operator);
    return (
      <Labelled id={id} label={translate(texts.value)}>
        <RemoteSelect
          id={id}
          name={name}
          field={field}
          {...(field.write === 'server' ? { of } : {})}
          several={several}
          value={several ? filterValues(value).map(Number) : value === '' ? null : Number(value)}
          onChange={(next) => onChange(Array.isArray(next) ? next.join(',') : textOf(next))}
        />
      </Labelled>
    );
  }
  return <TypedPart {...props} label={translate(texts.value)} at={0} onPart={onChange} />;
}

/** The input of a typed value, with its error. */
function TypedPart({
  label,
  at,
  onPart,
  ...props
}: ConditionInputProps & { label: string; at: number; onPart(part: string): void }) {
  const id = isRange(props.operator) ? `${props.id}-${at}` : props.id;
  const problem = props.problems[at];
  const value = props.parts[at] ?? '';
  return (
    <Labelled id={id} label={label} problem={problem}>
      <FieldInput
        id={id}
        name={`${props.name}-${at}`}
        field={filterField(props.field, props.operator)}
        value={value === '' ? null : value}
        invalid={problem !== undefined}
        onBlur={props.onLeave}
        {...(problem === undefined ? {} : { describedBy: `${id}-problem` })}
        onChange={(next) => onPart(Array.isArray(next) ? next.join(',') : textOf(next))}
      />
    </Labelled>
  );
}

const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value));

/**
 * The field as the filter inputs it: moments by day; texts, lists of keys, and what a mask shows, unchecked, as they may
 * be parts of a value.
 */
function filterField(field: AnyField, operator: Operator): AnyField {
  const typed = field.privacy === 'masked' || operator.endsWith('LIKE') || isSet(operator);
  const kind = typed ? 'text' : kindOf(field).filterAs;
  return kind ? { ...field, kind, options: {} } : field;
}

/** Relative ranges of the calendar; one click is a complete filter. */
function RelativeRanges({ chosen, onChoose }: { chosen: string; onChoose(range: string): void }) {
  return (
    <fieldset className="xj-filter-relative" aria-label={translate(texts.relative)}>
      {Object.entries(relativeRanges).map(([name, label]) => (
        <Button key={name} size="small" aria-pressed={name === chosen} onClick={() => onChoose(name)}>
          {translate(label)}
        </Button>
      ))}
    </fieldset>
  );
}

function RangeInput(props: ConditionInputProps) {
  const [from = '', to = ''] = props.parts.length > 1 ? props.parts : [];
  const ends = { ...props, parts: [from, to] };
  return (
    <div className="xj-filter-range">
      <TypedPart {...ends} label={translate(texts.from)} at={0} onPart={(next) => props.onChange([next, to])} />
      <TypedPart {...ends} label={translate(texts.to)} at={1} onPart={(next) => props.onChange([from, next])} />
    </div>
  );
}

/** The parts of a value: a range has two ends, unless it is a relative one. */
function partsOf(operator: Operator, value: string): string[] {
  const range = isRange(operator) && !isRelativeRange(value) ? readRange(value) : undefined;
  return range ? [range.from, range.to] : [value];
}

/** The error of a typed value, by the same function as on the server. */
function problemOf(field: AnyField, part: string): string | undefined {
  const { readFilter, schema } = kindOf(field);
  const written = part.trim();
  if (written === '' || isRelativeRange(written) || !readFilter || readFilter(written) !== undefined) return undefined;
  const read = schema(field.options).safeParse(written);
  return decodeMessage(read.error?.issues[0]?.message ?? 'invalid', currentLocale());
}

interface LabelledProps {
  id: string;
  label: string;
  problem?: string | undefined;
  children: ReactNode;
}

function Labelled({ id, label, problem, children }: LabelledProps) {
  return (
    <div className="xj-filter-part">
      <label id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      {children}
      {problem && (
        <p id={`${id}-problem`} className="xj-form-field-error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
