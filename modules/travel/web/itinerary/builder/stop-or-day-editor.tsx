import { Button, Select } from 'antd';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import { translate } from '#web/i18n/locale.ts';
import { FieldInput } from '#web/input/field-input.tsx';
import { childRowKey } from '#web/input/rows/add-copy-and-reorder-child-rows.ts';
import { type ChildRow, childResourceOf, childRowFields } from '#web/resource/child-rows-in-form.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { builderTexts } from './plan/builder-texts.ts';
import { type StopPlace, stopsOfDay, type TourPlan } from './plan/edit-tour-plan.ts';
import { TimeOfDayInput } from './time-of-day-input.tsx';
import type { ItineraryBuilderRights, ItineraryBuilderState } from './use-itinerary-builder-state.ts';

interface PlanEditorProps {
  readonly id: string;
  readonly plan: TourPlan;
  readonly board: ItineraryBuilderState;
  readonly rights: ItineraryBuilderRights;
  /** The list field of the row: days or stops. */
  readonly list: AnyField;
  /** Errors by field. */
  readonly errors: Readonly<Record<string, string>>;
  /** All values of the form, for inputs that depend on others. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Whether to focus the editor when it opens. */
  readonly takesFocus: boolean;
}

/** Fields with a control of their own in the editor. */
const separateFields: ReadonlySet<string> = new Set(['day_no', 'place']);
/** Fields that share a line in pairs. */
const short: ReadonlySet<string> = new Set(['arrive', 'stay_minutes', 'is_optional_paid', 'fee']);

/** Editor of the chosen stop or day, with its fields and the commands of the keyboard as buttons. */
export function StopOrDayEditor({ id, plan, board, rights, list, errors, values, takesFocus }: PlanEditorProps) {
  const { chosen, editing } = board;
  const { day, at } = chosen;
  const row: ChildRow | undefined = at < 0 ? plan.days[day] : stopsOfDay(plan, day)[at];
  const frame = useRef<HTMLDivElement>(null);
  const key = row ? childRowKey(row) : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row is another thing to edit
  useEffect(() => {
    if (!editing || !takesFocus) return;
    const wrong = frame.current?.querySelector<HTMLElement>('[data-invalid] input, [data-invalid] textarea');
    (wrong ?? frame.current?.querySelector<HTMLElement>('[data-first] input'))?.focus();
  }, [editing, takesFocus, key]);
  if (!row) return <p className="xj-plan-note">{translate(builderTexts.chooseFirst)}</p>;

  const fields = childRowFields(childResourceOf(list), row);
  const first = at < 0 ? 'title' : 'name';
  const order = [first, ...Object.keys(fields).filter((name) => name !== first && !separateFields.has(name))];
  const change = (name: string, value: unknown) => board.change(chosen, { [name]: value }, `${key} ${name}`);
  const leave = (event: KeyboardEvent) => {
    const { target } = event;
    const isLine = target instanceof HTMLInputElement && target.getAttribute('role') !== 'combobox';
    if (event.key === 'Escape' || (event.key === 'Enter' && isLine)) {
      event.preventDefault();
      event.stopPropagation();
      // commit the field before the card is focused
      if (isLine) target.blur();
      board.close();
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what bubbles up from its inputs
    <div className="xj-plan-fields" ref={frame} onKeyDown={leave}>
      {order.map((name) =>
        fields[name] ? (
          <EditedField
            key={`${key} ${name}`}
            {...{ id, name, fields, row, values }}
            isFirst={name === first}
            error={errors[name]}
            disabled={rights.disabled}
            onChange={(value) => change(name, value)}
          />
        ) : null,
      )}
      {at >= 0 && <DaySelect {...{ id, plan, board, rights }} />}
      {at >= 0 && fields.place && (
        <details className="xj-plan-field" key={`${key} place`} open={errors.place !== undefined}>
          <summary>{translate(builderTexts.place)}</summary>
          <FieldInput
            id={`${id}-edit-place`}
            name="place"
            field={fields.place}
            value={row.place}
            onChange={(value) => change('place', value)}
            disabled={rights.disabled}
            row={row as WireRow}
            // a stop without an address is searched on the map by its name
            values={{
              ...row,
              address: row.address || row.name,
              area_code: values.departure_area ?? values.from_area,
            }}
            siblings={{ fields, set: change }}
          />
        </details>
      )}
      {!rights.disabled && <EditorTools {...{ plan, board, rights }} />}
    </div>
  );
}

/** Moves the chosen stop to another day. */
function DaySelect({ id, plan, board, rights }: Pick<PlanEditorProps, 'id' | 'plan' | 'board' | 'rights'>) {
  const { chosen } = board;
  const { day } = chosen;
  return (
    <div className="xj-plan-field">
      <label htmlFor={`${id}-edit-day_no`}>{translate(builderTexts.onDay)}</label>
      <Select
        id={`${id}-edit-day_no`}
        value={day + 1}
        disabled={rights.disabled}
        options={plan.days.map((one, n) => ({
          value: n + 1,
          label: `${translate(builderTexts.day, { n: n + 1 })} ${String(one.title ?? '')}`.trim(),
        }))}
        onChange={(no) => no !== day + 1 && board.change(chosen, { day_no: no }, '')}
      />
    </div>
  );
}

interface EditedFieldProps {
  readonly id: string;
  readonly name: string;
  readonly fields: Fields;
  readonly row: ChildRow;
  readonly values: Readonly<Record<string, unknown>>;
  readonly isFirst: boolean;
  readonly error: string | undefined;
  readonly disabled: boolean;
  onChange(value: unknown): void;
}

function EditedField({ id, name, fields, row, isFirst, error, disabled, onChange }: EditedFieldProps) {
  const field = fields[name];
  if (!field) return null;
  const own = `${id}-edit-${name}`;
  const described = [field.hint ? `${own}-hint` : '', error ? `${own}-error` : ''].filter(Boolean).join(' ');
  const props = {
    id: own,
    name,
    field,
    value: row[name],
    onChange,
    disabled,
    values: row,
    row: row as WireRow,
    invalid: error !== undefined,
    ...(described ? { describedBy: described } : {}),
  };
  return (
    <div
      className="xj-plan-field"
      data-short={short.has(name) || undefined}
      data-first={isFirst || undefined}
      data-invalid={error ? true : undefined}
    >
      <label id={`${own}-label`} htmlFor={own}>
        {translate(field.label)}
      </label>
      {name === 'arrive' ? <TimeOfDayInput {...props} /> : <FieldInput {...props} />}
      {field.hint && (
        <p id={`${own}-hint`} className="xj-form-field-hint">
          {translate(field.hint)}
        </p>
      )}
      {error && (
        <p id={`${own}-error`} className="xj-form-field-error">
          {error}
        </p>
      )}
    </div>
  );
}

/** Buttons for the keyboard commands. */
function EditorTools({ plan, board, rights }: Pick<PlanEditorProps, 'plan' | 'board' | 'rights'>) {
  const { chosen } = board;
  const { day, at } = chosen;
  const last = plan.days.length - 1;
  const count = stopsOfDay(plan, day).length;
  const tool = (label: string, isOn: boolean, onClick: () => void, danger = false) => (
    <Button size="small" danger={danger} disabled={!isOn} onClick={onClick}>
      {label}
    </Button>
  );
  const moveTo = (to: StopPlace) => () => board.move(chosen, to);
  return (
    <div className="xj-plan-tools">
      {at < 0 ? (
        <>
          {tool(translate(builderTexts.dayEarlier), day > 0, () => board.moveDay(day, day - 1))}
          {tool(translate(builderTexts.dayLater), day < last, () => board.moveDay(day, day + 1))}
        </>
      ) : (
        <>
          {tool(translate(builderTexts.earlier), at > 0, moveTo({ day, at: at - 1 }))}
          {tool(translate(builderTexts.later), at < count - 1, moveTo({ day, at: at + 1 }))}
          {tool(
            translate(builderTexts.dayBefore),
            day > 0,
            moveTo({ day: day - 1, at: stopsOfDay(plan, day - 1).length }),
          )}
          {tool(translate(builderTexts.dayAfter), day < last, moveTo({ day: day + 1, at: 0 }))}
          {tool(translate(builderTexts.copy), rights.mayAddStop, () => board.copy(chosen))}
        </>
      )}
      {tool(translate(builderTexts.remove), rights.mayRemove, () => board.remove(chosen), true)}
    </div>
  );
}
