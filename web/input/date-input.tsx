import { Checkbox, DatePicker, TimePicker } from 'antd';
import dayjs from 'dayjs';
import { toTime } from '#kernel/calendar.ts';
import { kindOf } from '#kernel/field.ts';
import { readMoment } from '#kernel/kind/datetime.ts';
import type { Text } from '#kernel/text.ts';
import { momentWords } from '#web/cell/date-words.ts';
import { speak } from '#web/i18n/locale.ts';
import { controlProps, type InputProps } from '#web/input/input-props.ts';
import './input.css';

const wide = { width: '100%' } as const;

/** Pickers are given the wall clock of Asia/Shanghai as if it were local, whatever zone the machine is in. */
const read = (value: unknown, format?: string) => {
  if (typeof value !== 'string' || value === '') return null;
  const day = format ? dayjs(`2000-01-01 ${value}`) : dayjs(value);
  return day.isValid() ? day : null;
};

const commonProps = (props: InputProps) => ({ ...controlProps(props), style: wide, placeholder: props.placeholder });

export function TimeInput(props: InputProps) {
  return (
    <TimePicker
      {...commonProps(props)}
      value={read(props.value, 'time')}
      onChange={(next) => props.onChange(next ? next.format('HH:mm:ss') : null)}
    />
  );
}

export function YearInput(props: InputProps) {
  return (
    <DatePicker
      {...commonProps(props)}
      picker="year"
      value={props.value ? dayjs(`${String(props.value)}-01-01`) : null}
      onChange={(next) => props.onChange(next ? next.year() : null)}
    />
  );
}

/** A moment, by the clock of Asia/Shanghai. */
export function MomentInput(props: InputProps) {
  const { value } = props;
  return (
    <DatePicker
      {...commonProps(props)}
      showTime
      value={typeof value === 'number' ? read(momentWords(value)) : read(value)}
      onChange={(next) => props.onChange(next ? toSeconds(next.format('YYYY-MM-DD HH:mm:ss')) : null)}
    />
  );
}

/** A day; in a form beside the words for none, where these say something. */
export function DateInput(props: InputProps) {
  const endless = props.asks === undefined ? undefined : kindOf(props.field).unset?.(props.field.options);
  return endless ? <EndlessInput {...props} endless={endless} /> : <DayInput {...props} />;
}

function EndlessInput({ endless, ...props }: InputProps & { endless: Text }) {
  const { id, asks, value, disabled, onChange } = props;
  const word = endless['zh-cn'];
  // what is stored of an empty input says so; where only changes are asked for it has to be told
  const told = asks ? value === word : read(value) === null;
  const choose = (on: boolean) => {
    if (on || asks) onChange(on && asks ? word : null);
    if (!on) document.getElementById(id)?.focus();
  };
  return (
    <div className="xj-endless">
      <DayInput {...props} value={told ? null : value} placeholder={told ? speak(endless) : props.placeholder} />
      <Checkbox
        aria-describedby={`${id}-label`}
        checked={told}
        disabled={disabled}
        onChange={({ target }) => choose(target.checked)}
      >
        {speak(endless)}
      </Checkbox>
    </div>
  );
}

function DayInput(props: InputProps) {
  return (
    <DatePicker
      {...commonProps(props)}
      value={read(props.value)}
      onChange={(next) => props.onChange(next ? next.format('YYYY-MM-DD') : null)}
    />
  );
}

const toSeconds = (wall: string): number => toTime(readMoment(wall) ?? '') / 1000;
