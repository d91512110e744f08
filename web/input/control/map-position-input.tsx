import type { Place, PlaceOptions } from '#kernel/kind/place-on-map.ts';
import { translate } from '#web/i18n/locale.ts';
import type { FieldInputProps } from '#web/input/control/field-input-props.ts';
import { PlacePicker } from '#web/map/place/place-picker-with-search-coordinates-and-lazy-map.tsx';

const placeOf = (value: unknown): Place | null =>
  typeof value === 'object' && value !== null ? (value as Place) : null;

/** A point on the map, or typed as longitude and latitude; its address can be copied into the form. */
export default function MapPositionInput({
  id,
  field,
  value,
  onChange,
  disabled,
  invalid,
  row,
  values,
  siblings,
}: FieldInputProps) {
  const { address: name = 'address' } = field.options as PlaceOptions;
  const chosen = values?.area_code ?? row?.area_code;
  const written = values?.[name] ?? row?.[name];
  const areaCode = typeof chosen === 'string' && chosen !== '' ? chosen : null;
  const target = siblings?.fields[name];
  const { max } = (target?.options ?? {}) as { max?: number };
  return (
    <PlacePicker
      id={id}
      value={placeOf(value)}
      onChange={onChange}
      areaCode={areaCode}
      address={typeof written === 'string' ? written : undefined}
      {...(target && siblings
        ? {
            addressField: {
              label: translate(target.label),
              take: (address: string) => siblings.set(name, max === undefined ? address : address.slice(0, max)),
            },
          }
        : {})}
      {...(disabled ? { disabled } : {})}
      {...(invalid ? { invalid } : {})}
    />
  );
}
