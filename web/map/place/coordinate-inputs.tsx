import { useRef, useState } from 'react';
import { isInChina } from '#kernel/check/coordinate.ts';
import type { Place } from '#kernel/kind/place-on-map.ts';
import { translate } from '#web/i18n/locale.ts';
import { mapTexts } from '../engine/map-texts.ts';

/** Rounds to six decimals, a tenth of a metre. */
export const roundCoordinate = (value: number) => Math.round(value * 1e6) / 1e6;

interface NumbersProps {
  value: Place | null;
  onChange: (value: Place | null) => void;
  disabled: boolean;
  id: string | undefined;
  invalid: boolean;
  hint: string;
}

/** Inputs for longitude and latitude. Incomplete input stays here until both are valid. */
export function CoordinateInputs({ value, onChange, disabled, id, invalid, hint }: NumbersProps) {
  const [typed, setTyped] = useState(() => textOf(value));
  const [wrong, setWrong] = useState(false);
  const latitude = useRef<HTMLInputElement>(null);
  const before = useRef(value);
  if (before.current?.lng !== value?.lng || before.current?.lat !== value?.lat) {
    before.current = value;
    const place = readPlace(typed);
    if (place?.lng !== value?.lng || place?.lat !== value?.lat) {
      setTyped(textOf(value));
      setWrong(false);
    }
  }
  const take = (part: Partial<typeof typed>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    setWrong(false);
    const place = readPlace(next);
    if (place) onChange({ ...place, from: 'typed' });
    else if (!next.lng.trim() && !next.lat.trim() && value) onChange(null);
  };
  const check = () => setWrong(Boolean(typed.lng.trim() && typed.lat.trim()) && !readPlace(typed));
  const input = (axis: 'lng' | 'lat') => (
    <label>
      {translate(mapTexts[axis])}
      <input
        id={axis === 'lng' ? id : undefined}
        inputMode="decimal"
        autoComplete="off"
        value={typed[axis]}
        disabled={disabled}
        aria-invalid={wrong || invalid}
        aria-describedby={hint}
        ref={axis === 'lat' ? latitude : undefined}
        onChange={(event) => {
          const pair = splitPair(event.target.value);
          take(pair ?? { [axis]: event.target.value });
          // After a typed separator, typing continues in the second input.
          if (pair) latitude.current?.focus();
        }}
        onBlur={check}
      />
    </label>
  );
  return (
    <>
      <div className="xj-place-numbers">
        {input('lng')}
        {input('lat')}
        {value && !disabled ? (
          <button type="button" className="xj-button" onClick={() => onChange(null)}>
            {translate(mapTexts.clear)}
          </button>
        ) : null}
      </div>
      {wrong ? (
        <p className="xj-place-warning" role="alert">
          {translate(mapTexts.invalid)}
        </p>
      ) : null}
    </>
  );
}

const textOf = (value: Place | null) => ({ lng: value ? String(value.lng) : '', lat: value ? String(value.lat) : '' });

/** Both numbers pasted at once, as map services copy them: `100.2,25.6`. */
function splitPair(written: string): { lng: string; lat: string } | undefined {
  const pair = /^\s*([\d.]+)\s*[,，\s]\s*([\d.]+)\s*$/.exec(written);
  return pair ? { lng: pair[1] ?? '', lat: pair[2] ?? '' } : undefined;
}

function readPlace({ lng, lat }: { lng: string; lat: string }): Place | undefined {
  if (!/^\d+(\.\d+)?$/.test(lng.trim()) || !/^\d+(\.\d+)?$/.test(lat.trim())) return undefined;
  const place = { lng: roundCoordinate(Number(lng)), lat: roundCoordinate(Number(lat)) };
  return isInChina([place.lng, place.lat]) ? place : undefined;
}
