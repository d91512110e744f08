import { lazy, Suspense, useId, useRef } from 'react';
import type { Place } from '#kernel/kind/place-on-map.ts';
import { translate } from '#web/i18n/locale.ts';
import { useDistanceToArea } from '../boundary/use-distance-to-area.ts';
import { mapTexts } from '../engine/map-texts.ts';
import { useHasBeenInView } from '../engine/use-has-been-in-view.ts';
import { useMapBackground } from '../engine/use-map-background.ts';
import { AddressOfPickedPlace } from './address-of-picked-place.tsx';
import { CoordinateInputs } from './coordinate-inputs.tsx';
import { PlaceFinderByAddressDeviceOrAreaCentre } from './find-place-by-address-device-or-area-centre.tsx';
import { useGeocoder } from './geocoding.ts';
import type { PlacePickerProps } from './place-picker-props.ts';
import '../engine/map.css';

export type { Place };

const PlacePickerMap = lazy(() => import('./place-picker-map.tsx'));

/**
 * Selects a place: by click, by dragging, by arrow keys, or by numbers. The map engine is loaded when the picker
 * scrolls into view: most users of a long form do not get that far, and a computer without a graphics card needs
 * seconds for a map. Where no map may be shown, the other inputs remain.
 */
export function PlacePicker({ id, invalid = false, ...props }: PlacePickerProps) {
  const { value, onChange, disabled = false } = props;
  const hasGeocoder = useGeocoder();
  const frame = useRef<HTMLDivElement>(null);
  const near = useHasBeenInView(frame);
  const ground = useMapBackground(props.basemap);
  const metres = useDistanceToArea(near ? value : null, props.areaCode);
  const hint = useId();
  const empty = <div className="xj-place-map" />;
  return (
    <div ref={frame} className="xj-place">
      {ground &&
        (near ? (
          <Suspense fallback={empty}>
            <PlacePickerMap {...props} ground={ground} />
          </Suspense>
        ) : (
          empty
        ))}
      {!disabled && (
        <PlaceFinderByAddressDeviceOrAreaCentre
          value={value ?? null}
          areaCode={props.areaCode ?? null}
          address={props.address}
          hasMap={ground !== undefined}
          onFound={onChange}
        />
      )}
      {!disabled && hasGeocoder && (
        <AddressOfPickedPlace place={value ?? null} written={props.address} field={props.addressField} />
      )}
      <CoordinateInputs
        value={value ?? null}
        onChange={onChange}
        disabled={disabled}
        id={id}
        invalid={invalid}
        hint={hint}
      />
      {!disabled && (
        <p className="xj-place-hint" id={hint}>
          {translate(ground ? mapTexts.pickHint : mapTexts.typedHint)}
        </p>
      )}
      <div role="status">
        {metres > 0 ? (
          <p className="xj-place-warning">
            {translate(mapTexts.outside, { km: (metres / 1000).toFixed(metres < 10_000 ? 1 : 0) })}
          </p>
        ) : null}
      </div>
    </div>
  );
}
