import { isInChina } from '#kernel/check/coordinate.ts';
import {
  accuracyOfFoundPlace,
  answerFieldsOf,
  type GeocodingService,
  readAddress,
} from './geocoding-service-interface.ts';

/** 天地图, the state's own service. Its CGCS2000 equals WGS-84 to within centimetres. */
export const tiandituGeocoding: GeocodingService = {
  base: 'https://api.tianditu.gov.cn',
  /** Its geocoder answers with `status`; its gateway refuses a key with its own `code`, such as 301001. */
  refuse({ status, code }) {
    if (status === undefined) return code === undefined ? 'failed' : 'refused';
    return String(status) === '0' ? undefined : 'none';
  },
  forward: {
    path: '/geocoder',
    parameters: (address, tk) => ({ ds: JSON.stringify({ keyWord: address }), tk }),
    read({ location }) {
      const { lon, lat, level } = answerFieldsOf(location);
      const point = [Number(lon), Number(lat)] as const;
      return isInChina(point) ? { point, accuracy: accuracyOfFoundPlace(level) } : undefined;
    },
  },
  reverse: {
    path: '/geocoder',
    parameters: ([lon, lat], tk) => ({ postStr: JSON.stringify({ lon, lat, ver: 1 }), type: 'geocode', tk }),
    read: ({ result }) => readAddress(answerFieldsOf(result).formatted_address),
  },
};
