import { useState } from 'react';
import type { Place } from '#kernel/kind/place-on-map.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { useAddressOfPosition, useGeocoder } from './geocoding.ts';

const texts = {
  address: text('地址', 'Address'),
  looking: text('正在查询地址…', 'Looking up address…'),
};

/**
 * The address of a coordinate, looked up and shown, for example of a guide who calls for help or of a roadside check.
 */
export default function AddressOfCoordinate({ lng, lat }: Pick<Place, 'lng' | 'lat'>) {
  const hasGeocoder = useGeocoder();
  const [isRequested, setRequested] = useState(false);
  const { data, error, isFetching, refetch } = useAddressOfPosition(isRequested ? { lng, lat } : undefined);
  if (!hasGeocoder) return null;
  return (
    <>
      <span role="status" className="xj-cell-address">
        {isFetching ? translate(texts.looking) : (data ?? error?.message)}
      </span>
      {data === undefined && (
        <button type="button" disabled={isFetching} onClick={() => (isRequested ? void refetch() : setRequested(true))}>
          {translate(texts.address)}
        </button>
      )}
    </>
  );
}
