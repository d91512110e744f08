import { Input } from 'antd';
import { useEffect, useState } from 'react';
import type { FieldInputProps } from '#web/input/control/field-input-props.ts';
import { controlProps } from '#web/input/control/field-input-props.ts';
import { formatClockTime, formatClockTimeForWire, parseClockTime } from './plan/parse-and-format-clock-time.ts';

/** Minutes per arrow key. */
const nudge = 5;

/** Parses typed times: 930, 9:30, 0930, 9：30. */
function readTyped(typed: string): number | undefined {
  const digits = /^(\d{1,2})[:：.]?(\d{2})$/.exec(typed.trim());
  return digits ? parseClockTime(`${digits[1]}:${digits[2]}`) : undefined;
}

/** Text input for a time of day; arrow keys move it by five minutes. Later stops follow once the time is complete. */
export function TimeOfDayInput(props: FieldInputProps) {
  const { value, onChange } = props;
  const minutes = parseClockTime(value);
  const shown = minutes === undefined ? String(value ?? '') : formatClockTime(minutes);
  const [typed, setTyped] = useState(shown);
  useEffect(() => setTyped(shown), [shown]);
  const take = () => {
    const read = readTyped(typed);
    if (read !== undefined) {
      setTyped(formatClockTime(read));
      if (read !== minutes) onChange(formatClockTimeForWire(read));
    } else if (typed.trim() !== shown) onChange(typed.trim() || null);
  };
  return (
    <Input
      {...controlProps(props)}
      inputMode="numeric"
      placeholder="09:00"
      autoComplete="off"
      maxLength={8}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault();
          take();
        }
        const by = event.key === 'ArrowUp' ? nudge : event.key === 'ArrowDown' ? -nudge : 0;
        const from = readTyped(typed) ?? minutes;
        if (by === 0 || from === undefined) return;
        event.preventDefault();
        onChange(formatClockTimeForWire(from + by));
      }}
    />
  );
}
