import type { Place } from '#kernel/kind/place-on-map.ts';
import type { Basemap } from '../engine/map-background.ts';
import type { FormAddressField } from './address-of-picked-place.tsx';

export interface PlacePickerProps {
  value: Place | null | undefined;
  onChange: (value: Place | null) => void;
  /**
   * Division the place should be in: the map opens there, else in the officer's own, and warns about places outside.
   */
  areaCode?: string | null;
  /** The address of the row, to search for where a map service is configured. */
  address?: string | undefined;
  /** The address field, which the address of the place can be copied to. */
  addressField?: FormAddressField;
  disabled?: boolean;
  /** Id of the first input, for the form's label. */
  id?: string;
  invalid?: boolean;
  basemap?: Basemap;
}
