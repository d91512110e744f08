import * as z from 'zod/mini';
import { type Kind, prepared } from '../kind.ts';
import { issue } from '../message.ts';
import { text } from '../text.ts';

/** A point on the ground in WGS-84 degrees. */
export interface Place {
  lng: number;
  lat: number;
}

/** The box around China (domain reference §3.2). */
const inChina = ({ lng, lat }: Place) => lng >= 73 && lng <= 136 && lat >= 3 && lat <= 54;

/** Six decimals: 0.1 m. */
const toDecimals = (degrees: number) => Number(degrees.toFixed(6));

/** A point picked on the map: WGS-84 `point` in the database, `{lng, lat}` on the wire. */
export const placeKind: Kind<Place, object> = {
  name: 'place',
  column: 'point',
  cell: 'place',
  input: 'place',
  operators: ['NULL', 'NOT NULL'],
  sorts: false,
  width: 160,
  example: () => ({ lng: 102.712251, lat: 25.040609 }),
  form: () => ({
    type: 'object',
    required: ['lng', 'lat'],
    properties: {
      lng: { type: 'number', minimum: 73, maximum: 136 },
      lat: { type: 'number', minimum: 3, maximum: 54 },
    },
  }),
  note: text('WGS-84 经纬度', 'WGS-84 degrees'),
  sheetHint: () => text('经度,纬度（WGS-84），如 102.712,25.041', 'Longitude,latitude (WGS-84), e.g. 102.712,25.041'),
  schema: () =>
    z.pipe(
      prepared(
        (value) => {
          const pair = typeof value === 'string' ? /^\s*([\d.]+)\s*[,，]\s*([\d.]+)\s*$/.exec(value) : null;
          return pair ? { lng: Number(pair[1]), lat: Number(pair[2]) } : value;
        },
        z
          .object(
            { lng: z.coerce.number(issue('invalid_place')), lat: z.coerce.number(issue('invalid_place')) },
            issue('invalid_place'),
          )
          .check(z.refine(inChina, issue('invalid_place'))),
      ),
      z.transform(({ lng, lat }: Place) => ({ lng: toDecimals(lng), lat: toDecimals(lat) })),
    ) as z.ZodMiniType<Place>,
  store: ({ lng, lat }) => `(${lng},${lat})`,
  wire: (column) =>
    `case when ${column} is null then null else json_build_object('lng', ${column}[0], 'lat', ${column}[1]) end`,
  toText: (wire) => (wire ? `${(wire as Place).lng},${(wire as Place).lat}` : ''),
};
