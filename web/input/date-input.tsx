import { DatePicker, TimePicker } from 'antd';
import dayjs from 'dayjs';
import { readMoment } from '#kernel/kind/datetime.ts';
import { momentWords } from '#web/cell/date-words.ts';
import { controlProps, type InputProps } from '#web/input/input-props.ts';

const wide = { width: '100%' } as const;

/** Pickers are given the wall clock of Asia/Shanghai as if it were local, whatever zone the machine is in. */
const read = (value: unknown, format?: string) => {
  if (typeof value !== 'string' || value === '') return null;
  const day = format ? dayjs(`2000-01-01 ${value}`) : dayjs(value);
  return day.isValid() ? day : null;
};

export default function DateInput(props: InputProps) {
  const { field, value, onChange, placeholder } = props;
  const common = { ...controlProps(props), style: wide, placeholder };
  switch (field.kind) {
    case 'time':
      return (
        <TimePicker
          {...common}
          value={read(value, 'time')}
          onChange={(next) => onChange(next ? next.format('HH:mm:ss') : null)}
        />
      );
    case 'year':
      return (
        <DatePicker
          {...common}
          picker="year"
          value={value ? dayjs(`${String(value)}-01-01`) : null}
          onChange={(next) => onChange(next ? next.year() : null)}
        />
      );
    case 'datetime':
      return (
        <DatePicker
          {...common}
          showTime
          value={typeof value === 'number' ? read(momentWords(value)) : read(value)}
          onChange={(next) => onChange(next ? toSeconds(next.format('YYYY-MM-DD HH:mm:ss')) : null)}
        />
      );
    default:
      return (
        <DatePicker
          {...common}
          value={read(value)}
          onChange={(next) => onChange(next ? next.format('YYYY-MM-DD') : null)}
        />
      );
  }
}

const toSeconds = (wall: string): number => Date.parse(readMoment(wall) ?? '') / 1000;
