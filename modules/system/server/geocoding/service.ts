import type { Point } from '#kernel/check/coordinate.ts';

/** A spot and, in metres, how far off it may be. */
export interface FoundSpot {
  readonly point: Point;
  readonly accuracy: number;
}

/**
 * Why an answer brings nothing. `none`: the service knows no such thing, and would not by another key; `refused`: not by
 * this key (wrong, over its quota, not for servers); `failed`: nothing that can be read.
 */
export type Refusal = 'none' | 'refused' | 'failed';

/** The fields of an answer. */
export type AnswerFields = Readonly<Record<string, unknown>>;

/** One kind of question to a service. Points are WGS-84 on our side, whatever the service counts in. */
export interface Lookup<Q, A> {
  readonly path: string;
  parameters(question: Q, key: string): Readonly<Record<string, string>>;
  /** What an answer brings; undefined: the service knows no such thing. */
  read(fields: AnswerFields): A | undefined;
}

/** A map service that knows addresses. */
export interface GeocodingService {
  /** Where it answers, unless another address is set. */
  readonly base: string;
  /** Why an answer of status 200 brings nothing; undefined: it brings something. */
  refuse(fields: AnswerFields): Refusal | undefined;
  /** Where an address is. */
  readonly forward: Lookup<string, FoundSpot>;
  /** The address of a spot. */
  readonly reverse: Lookup<Point, string>;
}

/** Statuses of a gateway that refuses a key: not known, not allowed, shut out for a while, over its quota. */
const refusals: ReadonlySet<number> = new Set([401, 403, 418, 429]);

/** The fields of something that may be anything. */
export const partsOf = (value: unknown): AnswerFields =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** What an answer of a service comes to. */
export function readAnswer<Q, A>(
  service: GeocodingService,
  { read }: Lookup<Q, A>,
  status: number,
  body: unknown,
): { readonly found: A } | Refusal {
  if (refusals.has(status)) return 'refused';
  if (status !== 200) return 'failed';
  const fields = partsOf(body);
  const refusal = service.refuse(fields);
  if (refusal) return refusal;
  const found = read(fields);
  return found === undefined ? 'none' : { found };
}

/** Characters of an address: what comes from another server is no longer than a field takes. */
const longest = 200;

/** An address as a service writes it; undefined: it has none. Services write an empty array for an empty text. */
export function readAddress(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const clean = value.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim();
  return clean === '' ? undefined : clean.slice(0, longest);
}

/** How far off what is found may be, in metres, by what the service says it found. */
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
/** Of anything else. */
const roughly = 2_000;

export const accuracyOf = (level: unknown): number => exactness.get(String(level)) ?? roughly;
