import { maskEmail, maskIdNumber, maskMobile, maskText } from '#kernel/check/mask-personal-data.ts';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { isSignature } from '#kernel/kind/signature.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { childListsOf, resourceOfChildList } from '#kernel/resource/child-lists-of-resource.ts';

const maxDataLength = 10_000;
/** Maximum nesting depth: deeper than any call of ours, and a bound against hostile input. */
const maxDepth = 8;
const maxItems = 500;
const hidden = '[secret]';
/** Stands for values that not every reader of the log may see. */
const restricted = '[restricted]';
/** Stands for a signature. */
const signed = '[signature]';

/** Compared in lower case without `_` and `-`. */
const secretParts =
  /pass(?:wo?r?d|wd|phrase)|^pwd|pwd$|pass$|token|secret|captcha|ticket|cookie|authorization|apikey|privatekey|salt/;
const secretCodes = new Set(['code', 'smscode', 'verifycode', 'verificationcode', 'otp', 'pin']);

type Declared = ReadonlyMap<string, AnyField>;
const declaredOf = new WeakMap<AnyResource, Declared>();

/**
 * Parameters for the operation log. Values of declared fields that are not private stay as sent; everything else,
 * however deep, is masked by its appearance. Secrets are never included.
 */
export function maskedParameters(
  params: Readonly<Record<string, unknown>>,
  resource?: AnyResource,
  find?: FindResource,
): string {
  const declared = fieldsOf(resource, find);
  const result: Record<string, unknown> = {};
  for (const name of Object.keys(params)) {
    const value = params[name];
    result[readName(name).shown] =
      name === 'search'
        ? maskSearch(value, declared)
        : name === 'any' && typeof value === 'object' && value !== null
          ? Object.values(value)
              .slice(0, maxItems)
              .map((group) => maskSearch(group, declared))
          : maskNamed(name, value, declared);
  }
  const text = JSON.stringify(result);
  return text.length > maxDataLength ? `${text.slice(0, maxDataLength)}…` : text;
}

/**
 * Fields of the resource, of the inputs of its moves and of its child rows. If a name occurs twice, the private field
 * counts.
 */
function fieldsOf(resource: AnyResource | undefined, find: FindResource | undefined): Declared {
  if (!resource) return new Map();
  let declared = declaredOf.get(resource);
  if (!declared) {
    const fields = new Map(Object.entries(allColumnsOf(resource)));
    for (const move of Object.values<Move>(resource.life?.moves ?? {}))
      for (const [name, one] of Object.entries(move.input ?? {}))
        if (!fields.has(name) || one.privacy) fields.set(name, { ...one, ...readRestriction(fields.get(name)) });
    if (find)
      for (const [, list] of childListsOf(resource))
        for (const [name, one] of fieldsOf(resourceOfChildList(list, find), find))
          if (!fields.has(name) || one.privacy || one.reads)
            fields.set(name, { ...one, ...readRestriction(fields.get(name)) });
    declared = fields;
    declaredOf.set(resource, declared);
  }
  return declared;
}

/** Keeps read restrictions when a name occurs twice. */
const readRestriction = (one: AnyField | undefined): Partial<AnyField> =>
  one?.reads === undefined ? {} : { reads: one.reads };

function maskNamed(name: string, value: unknown, declared: Declared): unknown {
  const one = declared.get(name);
  if (one?.reads !== undefined && value !== null) return restricted;
  // what was signed is kept with the move; in the log it would only be a name that could be copied
  if (one && isSignature(one)) return value === null ? null : signed;
  if (isSecret(name, one)) return value === null || typeof value === 'boolean' ? value : hidden;
  if (one && isPrivate(one)) return maskWhole(value, one);
  const plain = (each: unknown) => typeof each !== 'object' || each === null;
  if (one && (plain(value) || (Array.isArray(value) && value.every(plain)))) return cut(value);
  return maskDeep(value, declared);
}

/** Numbers that identify a person are private, whether or not declared so. */
const isPrivate = (one: AnyField) => one.privacy !== undefined || kindOf(one).personal === 'number';

/**
 * Meanings of parameter names, cached: the same few come with every call. Bounded, because clients can invent names.
 */
const namesRead = new Map<string, NameMeaning>();
const maxNames = 2000;

interface NameMeaning {
  readonly secret: boolean;
  readonly code: boolean;
  /** The name itself, masked if it contains a personal number. */
  readonly shown: string;
}

function readName(name: string): NameMeaning {
  let meaning = namesRead.get(name);
  if (!meaning) {
    const word = name.toLowerCase().replaceAll(/[_-]/g, '');
    meaning = { secret: secretParts.test(word), code: secretCodes.has(word), shown: maskPersonalData(name) };
    if (namesRead.size < maxNames && name.length < 100) namesRead.set(name, meaning);
  }
  return meaning;
}

function isSecret(name: string, one?: AnyField): boolean {
  const { secret, code } = readName(name);
  return secret || (one ? kindOf(one).secret === true : code);
}

/** Masks a value of a private field, whatever its shape. */
function maskWhole(value: unknown, one: AnyField, depth = 0): unknown {
  if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value).slice(0, maxDataLength);
    return kindOf(one).maskValue?.(text) ?? maskText(text);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth > maxDepth) return '[deep]';
  if (Array.isArray(value)) return value.slice(0, maxItems).map((each) => maskWhole(each, one, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [readName(name).shown, maskWhole(each, one, depth + 1)]),
  );
}

/** Masks nested values and values without a declaration: by name if the name is private, else by appearance. */
function maskDeep(value: unknown, declared: Declared, depth = 0): unknown {
  if (typeof value === 'string') return maskPersonalData(value);
  if (typeof value === 'number') {
    const masked = maskPersonalData(String(value));
    return masked === String(value) ? value : masked;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth > maxDepth) return '[deep]';
  if (Array.isArray(value)) return value.slice(0, maxItems).map((each) => maskDeep(each, declared, depth + 1));
  // a key-value pair refers to the field named by its key
  const { key } = value as { key?: unknown };
  const about = typeof key === 'string' ? declared.get(key) : undefined;
  const result: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const each = (value as Readonly<Record<string, unknown>>)[name];
    const one = name === 'value' && about ? about : declared.get(name);
    if (one?.reads !== undefined && each !== null) result[name] = restricted;
    else if (isSecret(name)) result[name] = each === null || typeof each === 'boolean' ? each : hidden;
    else
      result[readName(name).shown] =
        one && isPrivate(one) ? maskWhole(each, one, depth + 1) : maskDeep(each, declared, depth + 1);
  }
  return result;
}

/** Masks search conditions: the value searched for may be personal data. */
function maskSearch(search: unknown, declared: Declared): unknown {
  if (typeof search !== 'object' || search === null) return maskDeep(search, declared);
  return Object.values(search)
    .slice(0, maxItems)
    .map((one: unknown) => {
      if (typeof one !== 'object' || one === null || Array.isArray(one)) return maskDeep(one, declared);
      const { field, val, ...rest } = one as Record<string, unknown>;
      return {
        field: maskDeep(field, declared),
        ...(maskDeep(rest, declared) as object),
        val: typeof field === 'string' ? maskNamed(field, val, declared) : maskDeep(val, declared),
      };
    });
}

const cut = (value: unknown) => (typeof value === 'string' ? value.slice(0, maxDataLength) : value);

// Each pattern is linear: nothing in it can match in two ways.
const address = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;
const numbers: readonly (readonly [RegExp, (found: string) => string])[] = [
  [/(?<![\dA-Za-z])\d{17}[\dXx](?![\dA-Za-z])/g, maskIdNumber],
  [/(?<!\d)\d{15}(?!\d)/g, maskIdNumber],
  [
    /(?<!\d)(?:\+?86[ -]?)?1[3-9]\d[ -]?\d{4}[ -]?\d{4}(?!\d)/g,
    (found) => maskMobile(found.replace(/\D/g, '').slice(-11)),
  ],
  [/(?<![\d+])\+[1-9](?:[ -]?\d){8,14}(?!\d)/g, (found) => maskMobile(found.replace(/[ -]/g, ''))],
];
/** Length of the shortest number masked. Shorter texts, such as amounts and dates, are not searched. */
const shortestNumber = 11;

/** Masks numbers and addresses of people anywhere in a text, also in full-width digits. */
export function maskPersonalData(value: string): string {
  const text = value.slice(0, maxDataLength);
  if (!/[@＠\d０-９]/.test(text)) return text;
  const plain = /[＠０-９]/.test(text) ? text.normalize('NFKC') : text;
  const addressed = plain.includes('@') ? plain.replace(address, maskEmail) : plain;
  const masked =
    plain.length < shortestNumber
      ? addressed
      : numbers.reduce((left, [pattern, mask]) => left.replace(pattern, mask), addressed);
  return masked === plain ? text : masked;
}
