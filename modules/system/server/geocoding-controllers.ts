import { isInChina } from '#kernel/check/coordinate.ts';
import type { Place } from '#kernel/kind/place.ts';
import { text } from '#kernel/text/text.ts';
import type { Engine } from '#server/engine/engine.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { badParameter, Refused } from '#server/refusal.ts';
import { type GeocodingLimits, queryGeocoders } from './geocoding/query-services.ts';

const texts = {
  place: text(
    '没有找到这个地址，请写得更具体，或在地图上选点',
    'Address not found. Be more specific, or pick the location on the map',
  ),
  address: text('此处没有查到地址，请自行填写', 'No address found here. Please enter it'),
};

type Asking = Pick<Engine, 'settings' | 'log' | 'config'>;

/**
 * `GET map/address?address=&area=`: coordinates of an address; `GET map/reverse?lng=&lat=`: address of coordinates.
 * Both query the configured map service; its keys stay on the server.
 */
export const geocodingControllers: readonly Controller[] = (['admin', 'api'] as const).map((app) => ({
  app,
  name: 'map',
  actions: {
    address: { gate: 'login', perMinute: 20, handle: answerPlace },
    reverse: { gate: 'login', perMinute: 40, handle: answerAddress },
  },
}));

async function answerPlace({ engine, query }: Call): Promise<Place> {
  const { address, area } = query;
  if (typeof address !== 'string' || address.trim() === '' || address.length > 200) throw badParameter();
  const named = engine.reference.areas().get(String(area ?? ''))?.full_name ?? '';
  const wanted = address.trim();
  return geocodeAddress(engine, wanted.startsWith(named) ? wanted : `${named}${wanted}`);
}

async function answerAddress({ engine, query }: Call): Promise<{ address: string }> {
  const [lng, lat] = [readDegrees(query.lng), readDegrees(query.lat)];
  if (!isInChina([lng, lat])) throw badParameter();
  return { address: await reverseGeocode(engine, { lng, lat }) };
}

const readDegrees = (value: unknown): number =>
  typeof value === 'string' && /^\d{1,3}(\.\d{1,15})?$/.test(value) ? Number(value) : Number.NaN;

/**
 * Coordinates of an address.
 *
 * @throws Refused if no service is configured, no key brings an answer, or the place is unknown
 */
export async function geocodeAddress(engine: Asking, address: string, limits?: GeocodingLimits): Promise<Place> {
  const found = await queryGeocoders(engine, ({ forward }) => forward, address, limits);
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
  const found = await queryGeocoders(engine, ({ reverse }) => reverse, [lng, lat] as const, limits);
  if (found === undefined) throw new Refused(texts.address, { data: { reason: 'not_found' } });
  return found;
}
