import gcoord from 'gcoord';
import { isInChina, type Point } from '#kernel/check/coordinate.ts';
import {
  accuracyOf,
  type GeocodingService,
  partsOf,
  type Reading,
  readAddress,
  refusals,
  type ServiceAnswer,
} from './service.ts';

/** It counts in GCJ-02, hundreds of metres off. */
const toOurs = ([lng, lat]: Point): Point =>
  gcoord.transform([lng, lat], gcoord.GCJ02, gcoord.WGS84) as [number, number];
const toTheirs = ([lng, lat]: Point): Point =>
  gcoord.transform([lng, lat], gcoord.WGS84, gcoord.GCJ02) as [number, number];

/**
 * `status` 1 is an answer. Else `infocode` says why: 1xxxx is about the key (wrong, over its day's quota, too many calls a
 * second, bound to other addresses), 2xxxx about what was asked, 30001 that nothing comes of it.
 */
function refuse({ status, body }: ServiceAnswer): Exclude<Reading<never>, object> | undefined {
  if (refusals.has(status)) return 'refused';
  const { status: said, infocode } = partsOf(body);
  if (status !== 200 || said === undefined) return 'failed';
  if (String(said) === '1') return undefined;
  if (/^1\d{4}$/.test(String(infocode))) return 'refused';
  return /^(2\d{4}|30001)$/.test(String(infocode)) ? 'none' : 'failed';
}

/** 高德. */
export const amap: GeocodingService = {
  base: 'https://restapi.amap.com',
  forward: {
    path: '/v3/geocode/geo',
    parameters: (address, key) => ({ address, key, output: 'JSON' }),
    read(answer) {
      const refused = refuse(answer);
      if (refused) return refused;
      const { geocodes } = partsOf(answer.body);
      const { location, level } = partsOf(Array.isArray(geocodes) ? geocodes[0] : undefined);
      const [, lng, lat] = /^(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)$/.exec(String(location)) ?? [];
      const theirs = [Number(lng), Number(lat)] as const;
      return isInChina(theirs) ? { found: { point: toOurs(theirs), accuracy: accuracyOf(level) } } : 'none';
    },
  },
  reverse: {
    path: '/v3/geocode/regeo',
    parameters: (point, key) => ({
      location: toTheirs(point)
        .map((degrees) => degrees.toFixed(6))
        .join(','),
      extensions: 'base',
      output: 'JSON',
      key,
    }),
    read(answer) {
      const refused = refuse(answer);
      if (refused) return refused;
      const found = readAddress(partsOf(partsOf(answer.body).regeocode).formatted_address);
      return found === undefined ? 'none' : { found };
    },
  },
};
