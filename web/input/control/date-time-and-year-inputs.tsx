import { Checkbox, DatePicker, TimePicker } from 'antd';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { kindOf } from '#kernel/field/field.ts';
import { readMoment } from '#kernel/kind/datetime.ts';
import type { Text } from '#kernel/text/text.ts';
import { parseMomentText } from '#kernel/time/parse-date-text.ts';
import { isDate, toTime } from '#kernel/time/shanghai-time.ts';
import { formatMoment } from '#web/cell/format/date-format.ts';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import { controlProps, type FieldInputProps } from '#web/input/control/field-input-props.ts';
import { minuteOrSecondPrecisionOfTimePicker } from '#web/input/control/time-picker-with-seconds-only-if-value-has-them.ts';
import { datePickerComponents, TypedDateContext, useTypedDate } from '#web/input/control/type-into-date-picker.tsx';
import './input.css';

dayjs.locale(currentLocale() === 'en' ? 'en' : 'zh-cn');

const wide = { width: '100%' } as const;

/** Pickers get the wall clock of Asia/Shanghai as local time, whatever the time zone of the machine. */
const read = (value: unknown, format?: string) => {
  if (typeof value !== 'string' || value === '') return null;
  const day = format ? dayjs(`2000-01-01 ${value}`) : dayjs(value);
  return day.isValid() ? day : null;
};

const commonProps = (props: FieldInputProps) => ({
  ...controlProps(props),
  style: wide,
  placeholder: props.placeholder,
  components: datePickerComponents,
});

export function TimeInput(props: FieldInputProps) {
  const chosen = /^\d{2}:\d{2}/.test(String(props.value)) ? read(props.value, 'time') : null;
  const text = useTypedDate(props, chosen !== null);
  const { showSecond, format, round } = minuteOrSecondPrecisionOfTimePicker(chosen);
  return (
    <TypedDateContext value={text}>
      <TimePicker
        {...commonProps(props)}
        showSecond={showSecond}
        format={format}
        value={chosen}
        onChange={(next) => {
          text.drop();
          props.onChange(next ? round(next).format('HH:mm:ss') : null);
        }}
      />
    </TypedDateContext>
  );
}

export function YearInput(props: FieldInputProps) {
  const chosen = /^\d{4}$/.test(String(props.value)) ? dayjs(`${String(props.value)}-01-01`) : null;
  const text = useTypedDate(props, chosen !== null);
  return (
    <TypedDateContext value={text}>
      <DatePicker
        {...commonProps(props)}
        picker="year"
        value={chosen}
        onChange={(next) => {
          text.drop();
          props.onChange(next ? next.year() : null);
        }}
      />
    </TypedDateContext>
  );
}

/** A moment in the clock of Asia/Shanghai. */
export function MomentInput(props: FieldInputProps) {
  const { value } = props;
  const written = typeof value === 'number' ? formatMoment(value) : value;
  const chosen = typeof written === 'string' && parseMomentText(written) ? read(written) : null;
  const text = useTypedDate(props, chosen !== null);
  const { showSecond, format, round } = minuteOrSecondPrecisionOfTimePicker(chosen);
  return (
    <TypedDateContext value={text}>
      <DatePicker
        {...commonProps(props)}
        showTime={{ showSecond }}
        format={`YYYY-MM-DD ${format}`}
        value={chosen}
        onChange={(next) => {
          text.drop();
          props.onChange(next ? toSeconds(round(next).format('YYYY-MM-DD HH:mm:ss')) : null);
        }}
      />
    </TypedDateContext>
  );
}

/** A day, with a text for an empty one where its kind has one. */
export function DateInput(props: FieldInputProps) {
  const endless = props.changesOnly === undefined ? undefined : kindOf(props.field).unset?.(props.field.options);
  return endless ? <EndlessInput {...props} endless={endless} /> : <DayInput {...props} />;
}

function EndlessInput({ endless, ...props }: FieldInputProps & { endless: Text }) {
  const { id, changesOnly, value, disabled, onChange } = props;
  const word = endless['zh-cn'];
  // the text shows the stored value of an empty input; a form that sends only changes needs it as a value
  const isEndless = changesOnly ? value === word : value === null || value === undefined || value === '';
  const choose = (on: boolean) => {
    if (on || changesOnly) onChange(on && changesOnly ? word : null);
    if (!on) document.getElementById(id)?.focus();
  };
  return (
    <div className="xj-endless">
      <DayInput
        {...props}
        value={isEndless ? null : value}
        placeholder={isEndless ? translate(endless) : props.placeholder}
      />
      <Checkbox
        aria-describedby={`${id}-label`}
        checked={isEndless}
        disabled={disabled}
        onChange={({ target }) => choose(target.checked)}
      >
        {translate(endless)}
      </Checkbox>
    </div>
  );
}

export function DayInput({ label, allowClear, ...props }: FieldInputProps & { label?: string; allowClear?: boolean }) {
  const chosen = isDate(String(props.value)) ? read(props.value) : null;
  const text = useTypedDate(props, chosen !== null);
  return (
    <TypedDateContext value={text}>
      <DatePicker
        {...commonProps(props)}
        aria-label={label}
        allowClear={allowClear ?? true}
        value={chosen}
        onChange={(next) => {
          text.drop();
          props.onChange(next ? next.format('YYYY-MM-DD') : null);
        }}
      />
    </TypedDateContext>
  );
}

const toSeconds = (wall: string): number => toTime(readMoment(wall) ?? '') / 1000;
