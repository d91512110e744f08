import type { Place } from '#kernel/kind/place.ts';
import type { Basemap } from '../engine/basemap.ts';
import type { AddressField } from './place-address.tsx';

export interface PlacePickerProps {
  value: Place | null | undefined;
  onChange: (value: Place | null) => void;
  /** Division the place should lie in: the map opens there, else in the officer's own, and warns of places outside. */
  areaCode?: string | null;
  /** The address that goes with it, to be looked for where a map service is set. */
  address?: string | undefined;
  /** The field of that address, which the one of the spot can be taken over into. */
  addressField?: AddressField;
  disabled?: boolean;
  /** Id of the first input, for the form's label. */
  id?: string;
  invalid?: boolean;
  basemap?: Basemap;
}
