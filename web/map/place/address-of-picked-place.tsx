import { useEffect, useState } from 'react';
import type { Place } from '#kernel/kind/place-on-map.ts';
import { text } from '#kernel/text/text.ts';
import { copyText } from '#web/feedback/copy-text.ts';
import { toast } from '#web/feedback/toast.ts';
import { translate } from '#web/i18n/locale.ts';
import { useAddressOfPosition } from './geocoding.ts';

const texts = {
  look: text('查询此处地址', 'Look up this address'),
  looking: text('正在查询地址…', 'Looking up address…'),
  found: text('此处地址：{address}', 'Address here: {address}'),
  take: text('填入{label}', 'Fill in {label}'),
  matches: text('与{label}一致', 'Same as {label}'),
  copy: text('复制', 'Copy'),
  copied: text('已复制', 'Copied'),
  again: text('重新查询', 'Look up again'),
};

/** Delay in ms before the address of a moved pin is looked up: it is dragged, or moved by keys. */
const rest = 700;

/** The address field of the form: its label, and how to fill it. */
export interface FormAddressField {
  readonly label: string;
  take(address: string): void;
}

interface PlaceAddressProps {
  readonly place: Place | null;
  /** Present value of the address field. */
  readonly written: string | undefined;
  readonly field: FormAddressField | undefined;
}

/**
 * The address of the selected place. A new place is looked up after a delay; that of the stored place only when
 * requested.
 */
export function AddressOfPickedPlace({ place, written, field }: PlaceAddressProps) {
  const { lng, lat, from } = place ?? {};
  // A place found by its address has it already, and the middle of a division has no address.
  const isPicked = from === 'map' || from === 'device' || from === 'typed';
  const [stood] = useState(place);
  const isNew = stood?.lng !== lng || stood?.lat !== lat;
  const [spot, setSpot] = useState<Pick<Place, 'lng' | 'lat'>>();
  useEffect(() => {
    if (!isNew || !isPicked || lng === undefined || lat === undefined) return undefined;
    const timer = setTimeout(() => setSpot({ lng, lat }), rest);
    return () => clearTimeout(timer);
  }, [lng, lat, isNew, isPicked]);
  const isHere = spot !== undefined && spot.lng === lng && spot.lat === lat;
  const { data: address, error, isFetching, refetch } = useAddressOfPosition(isHere ? spot : undefined);
  if (!place) return null;
  const button = (label: string, onClick: () => void) => (
    <button type="button" className="xj-button" onClick={onClick}>
      {label}
    </button>
  );
  const named = { label: field?.label.toLowerCase() ?? '' };
  const copy = async (address: string) => {
    await copyText(address);
    toast.success(translate(texts.copied));
  };
  return (
    <div className="xj-place-found">
      <p role="status">
        {isFetching && translate(texts.looking)}
        {!isFetching && isHere && address !== undefined && translate(texts.found, { address })}
        {!isFetching && isHere && error?.message}
      </p>
      {!isHere && button(translate(texts.look), () => setSpot({ lng: place.lng, lat: place.lat }))}
      {isHere && !isFetching && error && button(translate(texts.again), () => void refetch())}
      {isHere &&
        !isFetching &&
        address !== undefined &&
        (field === undefined ? (
          button(translate(texts.copy), () => void copy(address))
        ) : written === address ? (
          <small>{translate(texts.matches, named)}</small>
        ) : (
          button(translate(texts.take, named), () => field.take(address))
        ))}
    </div>
  );
}
