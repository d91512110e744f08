import { useRef, useState } from 'react';
import { boundingBoxOf } from '#kernel/check/coordinate.ts';
import type { Place } from '#kernel/kind/place-on-map.ts';
import { text } from '#kernel/text/text.ts';
import { isCancelled } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import { fetchBoundary } from '../boundary/fetch-division-boundary.ts';
import { roundCoordinate } from './coordinate-inputs.tsx';
import { fetchPositionOfAddress, useGeocoder } from './geocoding.ts';
import './find-place-by-address-device-or-area-centre.css';

const texts = {
  device: text('定位到本机', 'Use device location'),
  finding: text('正在定位…', 'Locating…'),
  address: text('按地址查找', 'Search by address'),
  looked: text('要查找的地址', 'Address to search'),
  byAddress: text(
    '地址搜索，误差约 {metres} 米，请在地图上核对',
    'Address search, accurate to about {metres} m. Please check on the map',
  ),
  byAddressOnly: text('地址搜索，误差约 {metres} 米', 'Address search, accurate to about {metres} m'),
  centre: text('取区县中心', 'Use county centre'),
  exact: text('本机定位，误差约 {metres} 米', 'Device location, accurate to about {metres} m'),
  rough: text(
    '仅为所选地区的中心，误差可达 {km} 公里，请在地图上移到准确位置',
    'Only the centre of the selected area, may be off by up to {km} km. Move it to the exact location on the map',
  ),
  roughOnly: text(
    '仅为所选地区的中心，误差可达 {km} 公里，请尽量改用其他方式',
    'Only the centre of the selected area, may be off by up to {km} km. Please use another method if possible',
  ),
  refused: text(
    '没有得到定位许可，请在地图上选点或填写经纬度',
    'Location permission denied. Pick on the map or enter coordinates',
  ),
  failed: text('没有定位到，请在地图上选点或填写经纬度', 'Location not found. Pick on the map or enter coordinates'),
  refusedOnly: text(
    '没有得到定位许可，请用其他方式或填写经纬度',
    'Location permission denied. Use another method or enter coordinates',
  ),
  failedOnly: text(
    '没有定位到，请用其他方式或填写经纬度',
    'Location not found. Use another method or enter coordinates',
  ),
};

/** Timeout of the device's position in ms: a satellite fix takes time. */
const positionTimeout = 20_000;

interface PlaceFinderProps {
  /** Address in the form, which is the first search text. */
  readonly address?: string | undefined;
  readonly value: Place | null;
  readonly areaCode: string | null;
  /** Whether there is a map to correct the result on. */
  readonly hasMap: boolean;
  onFound(place: Place): void;
}

/**
 * The middle of a division, and the distance in km within which all of it lies; undefined when its boundary is unknown.
 */
async function middleOf(code: string): Promise<{ lng: number; lat: number; km: number } | undefined> {
  const boundary = await fetchBoundary(code).catch(() => undefined);
  const boxes = boundary?.features.flatMap((one) => {
    const box = boundingBoxOf(one.geometry);
    return box ? [box] : [];
  });
  if (!boxes || boxes.length === 0) return undefined;
  const [west, south] = [0, 1].map((side) => Math.min(...boxes.map((box) => box[side] ?? 0))) as [number, number];
  const [east, north] = [2, 3].map((side) => Math.max(...boxes.map((box) => box[side] ?? 0))) as [number, number];
  // Half the diagonal of its box: no point of the division is further away.
  const km = Math.ceil(Math.hypot((east - west) * Math.cos((north * Math.PI) / 180), north - south) * 55.7);
  return { lng: (west + east) / 2, lat: (south + north) / 2, km };
}

interface AddressSearchProps {
  readonly value: string;
  readonly busy: boolean;
  onChange(value: string): void;
  onSearch(): void;
}

function AddressSearch({ value, busy, onChange, onSearch }: AddressSearchProps) {
  return (
    <span className="xj-place-address">
      <input
        value={value}
        aria-label={translate(texts.looked)}
        placeholder={translate(texts.looked)}
        maxLength={200}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onSearch();
        }}
      />
      <button type="button" className="xj-button" disabled={busy} onClick={onSearch}>
        {translate(texts.address)}
      </button>
    </span>
  );
}

/**
 * Finds a place without pointing at the map: by address, by the device's position, or the middle of the division, each
 * with its accuracy.
 */
export function PlaceFinderByAddressDeviceOrAreaCentre({
  value,
  areaCode,
  address,
  hasMap,
  onFound,
}: PlaceFinderProps) {
  const hasGeocoder = useGeocoder();
  const [typed, setTyped] = useState<string>();
  const looked = typed ?? address ?? '';
  const [result, setResult] = useState<{ message: string; of?: Place }>();
  const [busy, setBusy] = useState(false);
  const attempt = useRef(0);
  const messages = hasMap
    ? { byAddress: texts.byAddress, rough: texts.rough, refused: texts.refused, failed: texts.failed }
    : { byAddress: texts.byAddressOnly, rough: texts.roughOnly, refused: texts.refusedOnly, failed: texts.failedOnly };
  const take = (lng: number, lat: number, how: Pick<Place, 'from' | 'accuracy'>, message: string) => {
    const place = { lng: roundCoordinate(lng), lat: roundCoordinate(lat), ...how };
    setResult({ message, of: place });
    onFound(place);
  };
  const locate = () => {
    const turn = ++attempt.current;
    setBusy(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        if (turn !== attempt.current) return;
        setBusy(false);
        const accuracy = Math.ceil(coords.accuracy);
        const message = translate(texts.exact, { metres: accuracy });
        take(coords.longitude, coords.latitude, { from: 'device', accuracy }, message);
      },
      (error) => {
        setBusy(false);
        setResult({ message: translate(error.code === error.PERMISSION_DENIED ? messages.refused : messages.failed) });
      },
      { enableHighAccuracy: true, timeout: positionTimeout, maximumAge: 0 },
    );
  };
  const centre = async (code: string) => {
    const middle = await middleOf(code);
    if (!middle) return setResult({ message: translate(messages.failed) });
    const { lng, lat, km } = middle;
    take(lng, lat, { from: 'centre', accuracy: km * 1000 }, translate(messages.rough, { km }));
  };
  const find = async () => {
    if (looked.trim() === '') return;
    const turn = ++attempt.current;
    setBusy(true);
    try {
      const found = await fetchPositionOfAddress(looked.trim(), areaCode);
      if (turn !== attempt.current) return;
      const accuracy = found.accuracy ?? 0;
      take(found.lng, found.lat, { from: 'address', accuracy }, translate(messages.byAddress, { metres: accuracy }));
    } catch (error) {
      if (turn === attempt.current && !isCancelled(error))
        setResult({ message: error instanceof Error ? error.message : translate(messages.failed) });
    } finally {
      if (turn === attempt.current) setBusy(false);
    }
  };
  const shown = result && (result.of === undefined || (result.of.lng === value?.lng && result.of.lat === value.lat));
  return (
    <div className="xj-place-finder">
      {'geolocation' in navigator && window.isSecureContext && (
        <button type="button" className="xj-button" disabled={busy} onClick={locate}>
          {translate(busy ? texts.finding : texts.device)}
        </button>
      )}
      {areaCode && (
        <button type="button" className="xj-button" onClick={() => void centre(areaCode)}>
          {translate(texts.centre)}
        </button>
      )}
      {hasGeocoder && <AddressSearch value={looked} busy={busy} onChange={setTyped} onSearch={() => void find()} />}
      <p role="status">{shown ? result.message : ''}</p>
    </div>
  );
}
