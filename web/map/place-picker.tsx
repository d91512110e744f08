import { lazy, Suspense } from 'react';
import type { Place } from '#kernel/kind/place.ts';
import type { Basemap } from './basemap.ts';
import './map.css';

export type { Place };

export interface PlacePickerProps {
  value: Place | null | undefined;
  onChange: (value: Place | null) => void;
  /** Division the place should lie in: the map opens there and warns of places outside. */
  areaCode?: string | null;
  disabled?: boolean;
  /** Id of the first input, for the form's label. */
  id?: string;
  invalid?: boolean;
  basemap?: Basemap;
}

const PlaceCanvas = lazy(() => import('./place-canvas.tsx'));

/** Takes a place: by click, by dragging, by arrow keys, or typed. Loads the map engine when first drawn. */
export function PlacePicker(props: PlacePickerProps) {
  return (
    <Suspense
      fallback={
        <div className="xj-place" aria-busy="true">
          <div className="xj-place-map" />
        </div>
      }
    >
      <PlaceCanvas {...props} />
    </Suspense>
  );
}
