import type { Place } from '#kernel/kind/place-on-map.ts';
import { PlacePicker } from '#web/map/place/place-picker-with-search-coordinates-and-lazy-map.tsx';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';

/** The enterprise on the map of its area, with a warning if outside. */
export default function EnterpriseLocationMapPanel({ row }: RecordPanelProps) {
  return (
    <div className="xj-location-panel">
      <p>{String(row.address ?? '')}</p>
      <PlacePicker
        value={row.place as Place}
        areaCode={typeof row.area_code === 'string' ? row.area_code : null}
        disabled
        onChange={() => undefined}
      />
    </div>
  );
}
