import { type DrawRecord, pairingModes, ticketsByRiskClass } from './draw-record-types.ts';

/** Checks a value. Returns the path of the first wrong part: `objects.3.risk`. */
type Fault = (value: unknown, path: string) => string | undefined;

const when =
  (fits: (value: unknown) => boolean): Fault =>
  (value, path) =>
    fits(value) ? undefined : path;

const isText = (value: unknown): value is string => typeof value === 'string';
const text = when(isText);
const ascii = when((value) => isText(value) && /^[!-~]+$/.test(value));
const hash = when((value) => isText(value) && /^[0-9a-f]{64}$/.test(value));
const count = when((value) => Number.isSafeInteger(value) && (value as number) >= 0);
const optionalText = when((value) => value === null || isText(value));
const oneOf = (...values: readonly string[]): Fault => when((value) => isText(value) && values.includes(value));

const listOf =
  (fault: Fault): Fault =>
  (value, path) => {
    if (!Array.isArray(value)) return path;
    for (const [at, one] of value.entries()) {
      const found = fault(one, `${path}.${at}`);
      if (found) return found;
    }
    return undefined;
  };

const object =
  (members: Readonly<Record<string, Fault>>): Fault =>
  (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return path;
    for (const [name, fault] of Object.entries(members)) {
      const found = fault((value as Readonly<Record<string, unknown>>)[name], path ? `${path}.${name}` : name);
      if (found) return found;
    }
    return undefined;
  };

const faultOfRecord = object({
  commitment: object({
    format: text,
    draw_no: text,
    count,
    pairing: oneOf(...pairingModes),
    object_root: hash,
    officer_root: hash,
    object_count: count,
    officer_count: count,
    server_seed_hash: hash,
    witnesses: listOf(text),
    beacon_source: optionalText,
    published_at: count,
    draw_at: count,
  }),
  objects: listOf(object({ id: ascii, risk: oneOf(...Object.keys(ticketsByRiskClass)), area: text, domain: text })),
  officers: listOf(object({ id: ascii, area: text, domains: listOf(text), recused: listOf(text), capacity: count })),
  seeds: object({ server: text, witnesses: listOf(text), beacon: optionalText }),
  results: listOf(object({ object: text, officers: listOf(text) })),
});

/** Whether parsed JSON claims to be the record of a draw, of whatever version and however damaged. */
export const isDrawRecord = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'commitment' in value;

/** Takes parsed JSON as the record of a draw, or says which part of it is missing or of the wrong kind. */
export function parseDrawRecord(value: unknown): { readonly record: DrawRecord } | { readonly fault: string } {
  const fault = faultOfRecord(value, '');
  return fault === undefined ? { record: value as DrawRecord } : { fault: fault || 'commitment' };
}
