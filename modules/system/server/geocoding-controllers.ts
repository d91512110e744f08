import { isInChina } from '#kernel/check/coordinate.ts';
import { field } from '#kernel/field/field.ts';
import type { Place } from '#kernel/kind/place-on-map.ts';
import { text } from '#kernel/text/text.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { Controller } from '#server/http/controller.ts';
import { type CallWithValidatedInput, call } from '#server/http/declare-http-call-with-validated-input.ts';
import { enumOf, integer, number, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { badParameter, Refused } from '#server/refusal.ts';
import {
  type GeocodingLimits,
  queryGeocodingServiceKeyByKey,
} from './geocoding/query-configured-geocoding-service-key-by-key.ts';

const texts = {
  place: text(
    '没有找到这个地址，请写得更具体，或在地图上选点',
    'Address not found. Be more specific, or pick the location on the map',
  ),
  address: text('此处没有查到地址，请自行填写', 'No address found here. Please enter it'),
};

type FoundPlace = Pick<Place, 'lng' | 'lat'> & { readonly from: 'address'; readonly accuracy: number };
type Asking = Pick<Engine, 'settings' | 'log' | 'config'>;

const addressInput = {
  address: field.text(text('地址', 'Address'), { required: true, max: 200 }),
  area: field.area(text('所在区划', 'Division it is in')),
};
const pointInput = {
  lng: field.number(text('经度（WGS-84）', 'Longitude (WGS-84)'), { required: true, min: 73, max: 136 }),
  lat: field.number(text('纬度（WGS-84）', 'Latitude (WGS-84)'), { required: true, min: 3, max: 54 }),
};

/**
 * `GET map/address?address=&area=`: coordinates of an address; `GET map/reverse?lng=&lat=`: address of coordinates.
 * Both query the configured map service; its keys stay on the server.
 */
export const geocodingControllers: readonly Controller[] = (['admin', 'api'] as const).map((app) => ({
  app,
  name: 'map',
  actions: {
    address: call({
      gate: 'login',
      limit: { perMinute: 20 },
      summary: text(
        '地址所在的位置与精度，由所配置的地图服务查找',
        'Location and accuracy of an address, looked up with the configured map service',
      ),
      input: addressInput,
      answer: object({ lng: number, lat: number, from: enumOf('address'), accuracy: integer }),
      run: answerPlace,
    }),
    reverse: call({
      gate: 'login',
      limit: { perMinute: 40 },
      summary: text(
        '地图上一点的地址，由所配置的地图服务查找，依次使用各个密钥',
        'Address of a point on the map, looked up with the configured map service, trying its keys in order',
      ),
      input: pointInput,
      answer: object({ address: string }),
      run: answerAddress,
    }),
  },
}));

async function answerPlace({ engine, input: { address, area } }: CallWithValidatedInput<typeof addressInput>) {
  const named = engine.reference.areas().get(area ?? '')?.full_name ?? '';
  return geocodeAddress(engine, address.startsWith(named) ? address : `${named}${address}`);
}

async function answerAddress({ engine, input: { lng, lat } }: CallWithValidatedInput<typeof pointInput>) {
  if (!isInChina([lng, lat])) throw badParameter();
  return { address: await reverseGeocode(engine, { lng, lat }) };
}

/**
 * Coordinates of an address.
 *
 * @throws Refused if no service is configured, no key brings an answer, or the place is unknown
 */
export async function geocodeAddress(engine: Asking, address: string, limits?: GeocodingLimits): Promise<FoundPlace> {
  const found = await queryGeocodingServiceKeyByKey(engine, ({ forward }) => forward, address, limits);
  if (!found) throw new Refused(texts.place, { data: { reason: 'not_found' } });
  const [lng, lat] = found.point;
  return { lng, lat, from: 'address', accuracy: found.accuracy };
}

/**
 * Address of coordinates.
 *
 * @throws Refused as {@link geocodeAddress}
 */
export async function reverseGeocode(
  engine: Asking,
  { lng, lat }: Pick<Place, 'lng' | 'lat'>,
  limits?: GeocodingLimits,
): Promise<string> {
  const found = await queryGeocodingServiceKeyByKey(engine, ({ reverse }) => reverse, [lng, lat] as const, limits);
  if (found === undefined) throw new Refused(texts.address, { data: { reason: 'not_found' } });
  return found;
}
