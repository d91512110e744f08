import * as z from 'zod/mini';
import { text } from '../text/text.ts';
import { encodeMessage } from '../text/validation-messages.ts';
import { type Kind, withConversion } from './field-kind-type-and-shared-conversions.ts';

/**
 * Where a place comes from: the position of a device, a point chosen on the map, a geocoded address, the centre of a
 * division, or typed coordinates.
 */
export const placeSources = {
  device: text('本机定位', 'Device location'),
  map: text('地图选点', 'Picked on map'),
  address: text('地址搜索', 'Address search'),
  centre: text('区划中心', 'Centre of division'),
  typed: text('填写经纬度', 'Coordinates entered'),
} as const;
export type PlaceSource = keyof typeof placeSources;

/** A point in degrees of WGS-84, with its source and its accuracy in metres, if these are known. */
export interface Place {
  lng: number;
  lat: number;
  from?: PlaceSource;
  accuracy?: number;
}

export interface PlaceOptions {
  /** The jsonb column that stores source and accuracy. */
  found?: string;
  /** The field with the address. The map is searched for it, and choosing a point fills it in. Default: `address`. */
  address?: string;
}

/** Throws if the address field of a place is not a text field of its resource. */
export function checkAddressField(
  fields: Readonly<Record<string, { readonly kind: string }>>,
  { kind, options }: { readonly kind: string; readonly options: Readonly<Record<string, unknown>> },
  at: string,
): void {
  const { address } = options as PlaceOptions;
  if (kind !== 'place' || address === undefined) return;
  const addressField = Object.hasOwn(fields, address) ? fields[address] : undefined;
  if (addressField?.kind !== 'text' && addressField?.kind !== 'textarea')
    throw new Error(`${at}: its address field ${address} is not a text field`);
}

/** The bounding box of China (domain reference §3.2). */
const inChina = ({ lng, lat }: Pick<Place, 'lng' | 'lat'>) => lng >= 73 && lng <= 136 && lat >= 3 && lat <= 54;

/** Rounds to six decimals, which is 0.1 m. */
const toDecimals = (degrees: number) => Number(degrees.toFixed(6));

/** The largest accuracy radius in metres that is accepted: the breadth of a province. */
const farthest = 2_000_000;

type SentPlace = Pick<Place, 'lng' | 'lat'> & { readonly from?: PlaceSource | null; readonly accuracy?: number | null };

/** A point on the map in WGS-84: `point` in the database, `{lng, lat}` on the wire. */
export const placeKind: Kind<Place, PlaceOptions> = {
  name: 'place',
  column: 'point',
  cell: 'place',
  input: 'place',
  grouped: true,
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
      from: { enum: Object.keys(placeSources) },
      accuracy: { type: 'integer', minimum: 0, maximum: farthest },
    },
  }),
  note: text('WGS-84 经纬度', 'WGS-84 longitude and latitude'),
  sheetHint: () => text('经度,纬度（WGS-84），如 102.712,25.041', 'Longitude,latitude (WGS-84), e.g. 102.712,25.041'),
  schema: () =>
    z.pipe(
      withConversion(
        (value) => {
          const pair = typeof value === 'string' ? /^\s*([\d.]+)\s*[,，]\s*([\d.]+)\s*$/.exec(value) : null;
          return pair ? { lng: Number(pair[1]), lat: Number(pair[2]) } : value;
        },
        z
          .object(
            {
              lng: z.coerce.number(encodeMessage('invalid_place')),
              lat: z.coerce.number(encodeMessage('invalid_place')),
              from: z.nullish(z.enum(Object.keys(placeSources) as PlaceSource[], encodeMessage('invalid_place'))),
              accuracy: z.nullish(z.number(encodeMessage('invalid_place')).check(z.minimum(0), z.maximum(farthest))),
            },
            encodeMessage('invalid_place'),
          )
          .check(z.refine(inChina, encodeMessage('invalid_place'))),
      ),
      z.transform(({ lng, lat, from, accuracy }: SentPlace) => ({
        lng: toDecimals(lng),
        lat: toDecimals(lat),
        ...(from ? { from } : {}),
        ...(from && typeof accuracy === 'number' ? { accuracy: Math.ceil(accuracy) } : {}),
      })),
    ) as z.ZodMiniType<Place>,
  store: ({ lng, lat }) => `(${lng},${lat})`,
  wire: (column) =>
    `case when ${column} is null then null else json_build_object('lng', ${column}[0], 'lat', ${column}[1]) end`,
  detailsColumn: ({ found }) => found,
  storeDetails: ({ from, accuracy }) => (from ? JSON.stringify({ from, accuracy }) : null),
  wireWithDetails: (column, details) =>
    `case when ${column} is null then null else jsonb_build_object('lng', ${column}[0], 'lat', ${column}[1]) || coalesce(${details}, '{}') end`,
  toText: (wire) => (wire ? `${(wire as Place).lng},${(wire as Place).lat}` : ''),
};
