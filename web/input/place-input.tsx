import type { Place } from '#kernel/kind/place.ts';
import type { InputProps } from '#web/input/input-props.ts';
import { PlacePicker } from '#web/map/place-picker.tsx';

const placeOf = (value: unknown): Place | null =>
  typeof value === 'object' && value !== null ? (value as Place) : null;

/** A point on the map; it can also be typed as longitude and latitude. */
export default function PlaceInput({ id, value, onChange, disabled, invalid, row, values }: InputProps) {
  const chosen = values?.area_code ?? row?.area_code;
  const written = values?.address ?? row?.address;
  const areaCode = typeof chosen === 'string' && chosen !== '' ? chosen : null;
  return (
    <PlacePicker
      id={id}
      value={placeOf(value)}
      onChange={onChange}
      areaCode={areaCode}
      address={typeof written === 'string' ? written : undefined}
      {...(disabled ? { disabled } : {})}
      {...(invalid ? { invalid } : {})}
    />
  );
}
