import pg from 'pg';
import { byteStringOfCharacters, decodeByteString, encodeByteString } from '#server/utf8-byte-string.ts';

type Parse = (value: string) => unknown;

const text: Parse = (value) => value;

/** pg types the lookup of parsers by a closed list of types and by format; we use the text format for all types. */
const driverParser = pg.types.getTypeParser as (oid: number, format: 'text') => Parse;
const bigintArray = driverParser(1016, 'text') as (value: string) => (string | null)[];

/**
 * Parsers for types whose default parsers lose information (time zone, microseconds) or return strings; keys are object
 * identifiers of pg_type.
 */
const parsers: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [20, Number], // int8: ids and counts stay far below 2^53
  [1016, (value) => bigintArray(value).map((one) => (one === null ? null : Number(one)))], // int8[]
  [1082, text], // date
  [1114, text], // timestamp
  [1184, text], // timestamptz
  [1700, text], // numeric
]);
const usualParser = (oid: number): Parse => parsers.get(oid) ?? driverParser(oid, 'text');

/** bool, int8, int2, int4, oid, float4, float8, date, timestamp, timestamptz, numeric: their text is ASCII. */
const ascii: ReadonlySet<number> = new Set([16, 20, 21, 23, 26, 700, 701, 1082, 1114, 1184, 1700]);
/** text and json, which are passed through. */
const passing: ReadonlySet<number> = new Set([25, 114]);

/** Parsers by type, each created once. */
function typesOf(make: (oid: number) => Parse): pg.CustomTypesConfig {
  const made = new Map<number, Parse>();
  const getTypeParser = (oid: number): Parse => {
    const cached = made.get(oid);
    if (cached) return cached;
    const parse = make(oid);
    made.set(oid, parse);
    return parse;
  };
  return { getTypeParser: getTypeParser as typeof pg.types.getTypeParser };
}

/** Types of a connection on which the driver decodes results. */
export const decodingParsers = typesOf(usualParser);

/** The same for a statement whose texts are requested as bytes. */
export const decodingParsersWithTextAsBytes = typesOf((oid) =>
  passing.has(oid) ? encodeByteString : usualParser(oid),
);

const decodedParser = (oid: number): Parse => {
  const parse = usualParser(oid);
  return ascii.has(oid) ? parse : (value) => parse(decodeByteString(byteStringOfCharacters(value)));
};

/** Types of a connection that returns bytes ({@link import('./return-results-as-bytes.ts')}). */
export const byteResultParsers = typesOf(decodedParser);

/** The same for a statement whose texts are requested as bytes. */
export const byteResultParsersWithTextAsBytes = typesOf((oid) => (passing.has(oid) ? text : decodedParser(oid)));
