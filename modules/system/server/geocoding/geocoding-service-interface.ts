import type { Coordinate } from '#kernel/check/coordinate.ts';

/** Coordinates and their accuracy in metres. */
interface FoundSpot {
  readonly point: Coordinate;
  readonly accuracy: number;
}

/**
 * Why an answer has no result. `none`: the service knows no such place, and other keys would not help; `refused`: the
 * key is not accepted (wrong, over its quota, not for servers); `failed`: unreadable answer.
 */
export type GeocodingRefusal = 'none' | 'refused' | 'failed';

type AnswerFields = Readonly<Record<string, unknown>>;

/** One kind of query. Points are WGS-84 on our side, whatever the service uses. */
export interface GeocodingQuery<Q, A> {
  readonly path: string;
  parameters(question: Q, key: string): Readonly<Record<string, string>>;
  /** The result of an answer; undefined: the service knows no such place. */
  read(fields: AnswerFields): A | undefined;
}

/** A map service that finds addresses. */
export interface GeocodingService {
  /** Default base URL. */
  readonly base: string;
  /** Why an answer with status 200 has no result; undefined: it has one. */
  refuse(fields: AnswerFields): GeocodingRefusal | undefined;
  /** Coordinates of an address. */
  readonly forward: GeocodingQuery<string, FoundSpot>;
  /** Address of coordinates. */
  readonly reverse: GeocodingQuery<Coordinate, string>;
}

/** Statuses by which a gateway refuses a key: unknown, not allowed, blocked for a while, over its quota. */
const refusals: ReadonlySet<number> = new Set([401, 403, 418, 429]);

/** The fields of a value of unknown type. */
export const answerFieldsOf = (value: unknown): AnswerFields =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** The result of an answer. */
export function readGeocodingAnswer<Q, A>(
  service: GeocodingService,
  { read }: GeocodingQuery<Q, A>,
  status: number,
  body: unknown,
): { readonly found: A } | GeocodingRefusal {
  if (refusals.has(status)) return 'refused';
  if (status !== 200) return 'failed';
  const fields = answerFieldsOf(body);
  const refusal = service.refuse(fields);
  if (refusal) return refusal;
  const found = read(fields);
  return found === undefined ? 'none' : { found };
}

/** Maximum characters of an address, like the field it is entered in. */
const longest = 200;

/** An address from an answer; undefined if it has none. Services write an empty array for an empty text. */
export function readAddress(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const clean = value.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim();
  return clean === '' ? undefined : clean.slice(0, longest);
}

/** Accuracy in metres, by the kind of place the service found. */
const exactness: ReadonlyMap<string, number> = new Map(
  Object.entries({
    门址: 50,
    门牌号: 50,
    单元号: 50,
    楼号: 50,
    地名地址: 100,
    兴趣点: 100,
    公交地铁站点: 100,
    道路交叉路口: 100,
    道路: 500,
    热点商圈: 1_000,
    村: 1_000,
    村庄: 1_000,
    开发区: 3_000,
    街道: 3_000,
    乡镇: 5_000,
    区县: 20_000,
    市: 100_000,
    省: 500_000,
  }),
);
/** Accuracy of other kinds. */
const roughly = 2_000;

export const accuracyOfFoundPlace = (level: unknown): number => exactness.get(String(level)) ?? roughly;
