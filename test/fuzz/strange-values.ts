import type { Random } from './seeded-random.ts';

/** Values as JSON text, including some that no serialiser would write (duplicate keys, 1e999, prototypes). */
const strangeJson: readonly string[] = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e999',
  '-1e999',
  '1e-400',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '123456789012345678901234567890',
  '""',
  '" "',
  '"0"',
  '"-1"',
  '"1e3"',
  '"0x10"',
  '"NaN"',
  '"Infinity"',
  '"null"',
  '"undefined"',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"半个\\ud83d"',
  '"\\u202e\\u2066\\u200b\\ufeff"',
  '"\\u0007\\u001b[31m\\r\\n"',
  '"\'; select pg_sleep(0) --"',
  '"%00"',
  '"%"',
  '"_%\\\\"',
  '"../../etc/passwd"',
  '"2026-02-31"',
  '"2026-13-01 25:61:61"',
  '"99999-01-01"',
  '"0000-00-00"',
  '"-0001-01-01"',
  '"1,2"',
  '"1,,2"',
  '","',
  '"asc,desc"',
  '"id,asc; drop table x"',
  '"__proto__"',
  '"constructor"',
  '"toString"',
  '"hasOwnProperty"',
  '[]',
  '[[]]',
  '[null]',
  '[0,-1,"x",{}]',
  '[1,1,1]',
  '["\\ud800"]',
  '["\\u0000"]',
  '{}',
  '{"a":1,"a":[2]}',
  '{"id":1}',
  '{"0":1,"length":1}',
  '{"length":-1}',
  '{"length":1e9}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"constructor":1}',
  '{"toString":1}',
  '{"toString":null,"valueOf":null}',
  '{"valueOf":{"valueOf":1}}',
  '{"toJSON":1}',
  '{"then":1}',
  '{"\\ud800":"\\udc00"}',
  '{"\\u0000":"\\u0000"}',
  '{"lng":1e999,"lat":"x"}',
  '{"lng":181,"lat":91}',
  '{"lng":[1],"lat":{}}',
];

/** A value that none of our forms sends. */
export function writeStrangeJson(random: Random, depth = 0): string {
  const luck = random.below(24);
  if (luck === 0) return `"${'长'.repeat(random.pick([40, 256, 2000, 20_000]))}"`;
  if (luck === 1) return `${'['.repeat(40)}${']'.repeat(40)}`;
  if (luck === 2) return `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`;
  if (luck === 3) return `[${Array.from({ length: 600 }, (_, n) => n).join(',')}]`;
  if (luck < 6 && depth < 3)
    return `[${Array.from({ length: random.below(4) }, () => writeStrangeJson(random, depth + 1)).join(',')}]`;
  if (luck < 8 && depth < 3) return `{"${random.pick(names)}":${writeStrangeJson(random, depth + 1)}}`;
  return random.pick(luck < 14 ? worstJson : strangeJson);
}

/** Values that once broke something: invalid text, and objects that cannot be converted to a string or number. */
const worstJson: readonly string[] = [
  '"\\ud800"',
  '"文\\udc00"',
  '"a\\u0000b"',
  '{"toString":1}',
  '{"toString":null,"valueOf":null}',
  '[{"toString":1}]',
  '[[1,{"toString":1}]]',
  '[[{"toString":1},1]]',
  '{"a":"\\ud800"}',
  '["\\udc00"]',
];

const names = ['id', 'ids', 'version', 'field', 'val', 'name', 'value', 'children', 'pid', 'length', 'status'] as const;

/** Values as they appear in a URL, already encoded or wrongly encoded. */
export const strangeText: readonly string[] = [
  '',
  '0',
  '-1',
  '1.5',
  '1e999',
  '99999999999999999999',
  '%00',
  'a%00b',
  '%',
  '%zz',
  '%ED%A0%80',
  '%ED%BF%BF%ED%A0%80',
  '%F0%9F%98',
  '%FF%FE',
  '%C0%80',
  '%E2%80%AE%E2%81%A6',
  '%0D%0ASet-Cookie:x=1',
  '%27%20or%201=1--',
  '%5C',
  '..%2F..%2Fetc%2Fpasswd',
  '__proto__',
  'constructor',
  'NaN',
  'null',
  'true',
  ',',
  ',,,',
  'id,asc,desc',
  '2026-02-31',
  '2026-01-01%2000:00:00,2026-13-41',
  '%E9%95%BF'.repeat(400),
];
const brackets = [
  '',
  '',
  '',
  '',
  '[]',
  '[0]',
  '[a]',
  '[a][b]',
  '[__proto__]',
  '[constructor][prototype]',
  '[99999999]',
];

/** `name=value` in a URL, with the brackets and duplicates that are allowed there. */
export function writeStrangeParameter(random: Random, name: string): string {
  const one = () => `${name}${random.pick(brackets)}=${random.pick(strangeText)}`;
  const luck = random.below(12);
  if (luck === 0) return `${one()}&${one()}`;
  if (luck === 1) return `${name}${'[a]'.repeat(12)}=1`;
  if (luck === 2) return name;
  return one();
}

/** Values of request headers. */
export const strangeHeaders: readonly Readonly<Record<string, string>>[] = [
  { 'think-lang': 'xx' },
  { 'think-lang': '\u00ff\u0080' },
  { 'idempotency-key': '\u00ed\u00a0\u0080' },
  { 'idempotency-key': 'a'.repeat(99) },
  { 'idempotency-key': '__proto__' },
  { 'user-agent': '\u00ed\u00a0\u0080\u009b31m'.repeat(200) },
  { 'last-event-id': '-1:99999999999999999999' },
  { 'x-forwarded-for': "'; select 1 --, \u00ff" },
  { 'x-forwarded-for': Array.from({ length: 300 }, () => '10.0.0.1').join(',') },
  { 'x-forwarded-proto': 'javascript' },
  { 'x-forwarded-host': 'a b<>"' },
  { origin: 'http://[' },
  { 'if-none-match': '"\u00ff' },
  { 'accept-encoding': 'br;q=x, gzip;q=, *' },
  { authorization: 'Bearer \u0080' },
  { cookie: 'batoken=%ED%A0%80; xj_file=%00; __proto__=1; =;;=' },
  { range: 'bytes=-0,99999999999999999999-' },
];
