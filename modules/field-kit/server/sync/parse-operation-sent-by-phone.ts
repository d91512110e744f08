import * as z from 'zod/mini';
import {
  acceptedFormats,
  type Operation,
  operationFormatVersion,
} from '../../contract/offline-check-operation-and-sync-answer-format.ts';
import { isUuidV7 } from '../../contract/uuid-v7.ts';

const whole = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max));
/** Text as the database takes it: a limit of length can cut a character in two, and a keyboard can send a NUL. */
const textUpTo = (max: number) =>
  z.string().check(
    z.maxLength(max),
    z.overwrite((given) => given.toWellFormed().replaceAll('\0', '')),
  );
const moment = whole(0, 8_640_000_000_000);
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const picture = z.object({ sha256: hash, original: hash, captured_at: moment, size: whole(1, 50_000_000) });
const pictures = z.array(picture).check(z.maxLength(9));

const place = z.object({
  lng: z.number().check(z.minimum(-180), z.maximum(180)),
  lat: z.number().check(z.minimum(-90), z.maximum(90)),
  accuracy: z.number().check(z.minimum(0), z.maximum(2_000_000)),
  at: moment,
  altitude: z.optional(z.number()),
  speed: z.optional(z.number()),
});

const strokes = z.array(z.array(whole(0, 900)).check(z.maxLength(4000))).check(
  z.maxLength(200),
  z.refine((lines) => lines.reduce((sum, line) => sum + line.length, 0) <= 12_000),
);

const contents = {
  accept: z.object({}),
  scanIn: z.object({
    codes: z.array(textUpTo(100)).check(z.maxLength(9)),
    pictures,
    reason: textUpTo(500),
  }),
  record: z.object({ shown: z.boolean(), party: textUpTo(60), post: textUpTo(60) }),
  answer: z.object({
    item: whole(1, Number.MAX_SAFE_INTEGER),
    answer: z.enum(['yes', 'no', 'not_applicable']),
    value: textUpTo(500),
    note: textUpTo(2000),
    pictures,
  }),
  sign: z.object({
    role: z.enum(['officer', 'object', 'witness']),
    name: textUpTo(60),
    officer: z.nullable(whole(1, Number.MAX_SAFE_INTEGER)),
    strokes,
  }),
  refuse: z.object({ reason: textUpTo(60), note: textUpTo(4000), pictures }),
  submit: z.object({ note: textUpTo(4000), refused: z.boolean(), refusal: textUpTo(500) }),
} as const;

const frame = z.object({
  format: whole(1, 1000),
  id: z.string().check(z.refine(isUuidV7)),
  check: whole(1, Number.MAX_SAFE_INTEGER),
  seq: whole(1, 1_000_000),
  version: whole(0, 1_000_000_000),
  fetch: z.optional(whole(1, Number.MAX_SAFE_INTEGER)),
  kind: z.enum(Object.keys(contents) as (keyof typeof contents)[]),
  at: moment,
  monotonic: z.number().check(z.minimum(0), z.maximum(8_640_000_000_000)),
  run: textUpTo(60),
  place: z.nullable(place),
  content: z.unknown(),
});

/** An operation as it arrived: readable, of a format this server does not know yet, or no operation at all. */
type ParsedOperation = { readonly operation: Operation } | { readonly newer: true } | { readonly malformed: true };

/** Reads an operation that a phone sent. Phones may run an older or newer program than the server. */
export function parseOperationSentByPhone(sent: unknown): ParsedOperation {
  const format = typeof sent === 'object' && sent !== null && 'format' in sent ? sent.format : undefined;
  if (typeof format === 'number' && format > operationFormatVersion) return { newer: true };
  if (typeof format !== 'number' || !acceptedFormats.includes(format)) return { malformed: true };
  const read = frame.safeParse(sent);
  if (!read.success) return { malformed: true };
  const content = contents[read.data.kind].safeParse(read.data.content);
  if (!content.success) return { malformed: true };
  return { operation: { ...read.data, content: content.data } as Operation };
}
