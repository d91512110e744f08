import gcoord from 'gcoord';
import { type Coordinate, isInChina } from '#kernel/check/coordinate.ts';
import {
  accuracyOfFoundPlace,
  answerFieldsOf,
  type GeocodingService,
  readAddress,
} from './geocoding-service-interface.ts';

/** Amap uses GCJ-02, which is hundreds of metres off. */
const toOurs = ([lng, lat]: Coordinate): Coordinate =>
  gcoord.transform([lng, lat], gcoord.GCJ02, gcoord.WGS84) as [number, number];
const toTheirs = ([lng, lat]: Coordinate): Coordinate =>
  gcoord.transform([lng, lat], gcoord.WGS84, gcoord.GCJ02) as [number, number];

/** 高德. */
export const amapGeocoding: GeocodingService = {
  base: 'https://restapi.amap.com',
  /**
   * `status` 1 is an answer. Otherwise `infocode` has the reason: 1xxxx concerns the key (wrong, over its daily quota,
   * too many calls per second, bound to other addresses), 2xxxx the parameters, 30001 that there is no result.
   */
  refuse({ status, infocode }) {
    if (status === undefined) return 'failed';
    if (String(status) === '1') return undefined;
    if (/^1\d{4}$/.test(String(infocode))) return 'refused';
    return /^(2\d{4}|30001)$/.test(String(infocode)) ? 'none' : 'failed';
  },
  forward: {
    path: '/v3/geocode/geo',
    parameters: (address, key) => ({ address, key, output: 'JSON' }),
    read({ geocodes }) {
      const { location, level } = answerFieldsOf(Array.isArray(geocodes) ? geocodes[0] : undefined);
      const [, lng, lat] = /^(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)$/.exec(String(location)) ?? [];
      const theirs = [Number(lng), Number(lat)] as const;
      return isInChina(theirs) ? { point: toOurs(theirs), accuracy: accuracyOfFoundPlace(level) } : undefined;
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
    read: ({ regeocode }) => readAddress(answerFieldsOf(regeocode).formatted_address),
  },
};
