import { lazy, Suspense, useState } from 'react';
import type { Place } from '#kernel/kind/place-on-map.ts';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { locateDevice } from '#web/map/place/locate-device.ts';

const texts = {
  legend: text('准确位置（选填）', 'Exact place (optional)'),
  here: text('使用我的位置', 'Use my position'),
  finding: text('正在定位…', 'Locating…'),
  map: text('在地图上标出', 'Mark on the map'),
  closeMap: text('收起地图', 'Close the map'),
  none: text(
    '没有得到位置，请在地图上标出，或只选地区',
    'The position is not known. Mark it on the map, or choose the division only',
  ),
  marked: text('已标出 {lat}, {lng}', 'Marked {lat}, {lng}'),
  about: text('误差约 {metres} 米', 'accurate to about {metres} m'),
  remove: text('去掉', 'Remove'),
};

/** With the map engine, which most people who complain do not need. */
const PlacePicker = lazy(async () => ({
  default: (await import('#web/map/place/place-picker-with-search-coordinates-and-lazy-map.tsx')).PlacePicker,
}));

interface EventPlaceFieldProps {
  readonly value: Place | null;
  /** Code of the chosen division, where the map opens. */
  readonly area: string;
  onPlace(place: Place | null): void;
}

/** Where it happened, to the metre: by the position of the device, or on a map that is loaded when asked for. */
export function PlaceOfEventField({ value, area, onPlace }: EventPlaceFieldProps) {
  const t = useText();
  const [isMapOpen, setMapOpen] = useState(false);
  const [state, setState] = useState<'finding' | 'none'>();
  const locate = async (): Promise<void> => {
    setState('finding');
    const found = await locateDevice();
    setState(found ? undefined : 'none');
    if (found) onPlace({ lng: round(found.lng), lat: round(found.lat), from: 'device', accuracy: found.accuracy });
  };
  return (
    <fieldset className="xj-complaint-place">
      <legend>{t(texts.legend)}</legend>
      <div className="xj-complaint-buttons">
        <button type="button" className="xj-button" disabled={state === 'finding'} onClick={() => void locate()}>
          {t(state === 'finding' ? texts.finding : texts.here)}
        </button>
        <button
          type="button"
          className="xj-button"
          aria-expanded={isMapOpen}
          onClick={() => setMapOpen((before) => !before)}
        >
          {t(isMapOpen ? texts.closeMap : texts.map)}
        </button>
      </div>
      <div role="status" className="xj-field-note">
        {state === 'none' && t(texts.none)}
        {value && (
          <>
            {t(texts.marked, { lat: value.lat.toFixed(5), lng: value.lng.toFixed(5) })}
            {value.accuracy ? ` · ${t(texts.about, { metres: value.accuracy })}` : null}
            <button type="button" className="xj-button" data-tone="quiet" onClick={() => onPlace(null)}>
              {t(texts.remove)}
            </button>
          </>
        )}
      </div>
      {isMapOpen && (
        <Suspense fallback={null}>
          <PlacePicker value={value} areaCode={area || null} onChange={onPlace} />
        </Suspense>
      )}
    </fieldset>
  );
}

/** A centimetre is more than any phone knows. */
const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;
