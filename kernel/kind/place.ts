import { z } from 'zod';
import type { Kind } from '../kind.ts';
import { issue } from '../message.ts';

/** A point on the ground in WGS-84 degrees. */
export interface Place {
  lng: number;
  lat: number;
}

/** The box around China (domain reference §3.2). */
const inChina = ({ lng, lat }: Place) => lng >= 73 && lng <= 136 && lat >= 3 && lat <= 54;

/** A point picked on the map: WGS-84 `point` in the database, `{lng, lat}` on the wire, stored to 6 decimals (0.1 m). */
export const placeKind: Kind<string, object> = {
  name: 'place',
  column: 'point',
  cell: 'place',
  input: 'place',
  operators: ['NULL', 'NOT NULL'],
  sorts: false,
  width: 160,
  schema: () =>
    z
      .preprocess(
        (value) => {
          const pair = typeof value === 'string' ? /^\s*([\d.]+)\s*[,，]\s*([\d.]+)\s*$/.exec(value) : null;
          return pair ? { lng: Number(pair[1]), lat: Number(pair[2]) } : value;
        },
        z
          .object(
            { lng: z.coerce.number(issue('invalid_place')), lat: z.coerce.number(issue('invalid_place')) },
            issue('invalid_place'),
          )
          .refine(inChina, issue('invalid_place')),
      )
      .transform(
        (place) => `(${(place as Place).lng.toFixed(6)},${(place as Place).lat.toFixed(6)})`,
      ) as unknown as z.ZodType<string>,
  wire: (column) =>
    `case when ${column} is null then null else json_build_object('lng', ${column}[0], 'lat', ${column}[1]) end`,
  toText: (wire) => (wire ? `${(wire as Place).lng},${(wire as Place).lat}` : ''),
};
