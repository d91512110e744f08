import { isInChina } from '#kernel/check/coordinate.ts';
import {
  accuracyOf,
  type GeocodingService,
  partsOf,
  type Reading,
  readAddress,
  refusals,
  type ServiceAnswer,
} from './service.ts';

/** Its gateway refuses a key by status and by a `code` of its own, such as 301001; its geocoder answers a `status`. */
function refuse({ status, body }: ServiceAnswer): Exclude<Reading<never>, object> | undefined {
  const { code, status: said } = partsOf(body);
  if (refusals.has(status) || (said === undefined && code !== undefined)) return 'refused';
  if (status !== 200 || said === undefined) return 'failed';
  return String(said) === '0' ? undefined : 'none';
}

/** 天地图, the state's own. Its CGCS2000 is WGS-84 to within centimetres. */
export const tianditu: GeocodingService = {
  base: 'https://api.tianditu.gov.cn',
  forward: {
    path: '/geocoder',
    parameters: (address, tk) => ({ ds: JSON.stringify({ keyWord: address }), tk }),
    read(answer) {
      const refused = refuse(answer);
      if (refused) return refused;
      const { lon, lat, level } = partsOf(partsOf(answer.body).location);
      const point = [Number(lon), Number(lat)] as const;
      return isInChina(point) ? { found: { point, accuracy: accuracyOf(level) } } : 'none';
    },
  },
  reverse: {
    path: '/geocoder',
    parameters: ([lon, lat], tk) => ({ postStr: JSON.stringify({ lon, lat, ver: 1 }), type: 'geocode', tk }),
    read(answer) {
      const refused = refuse(answer);
      if (refused) return refused;
      const found = readAddress(partsOf(partsOf(answer.body).result).formatted_address);
      return found === undefined ? 'none' : { found };
    },
  },
};
