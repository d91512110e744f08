import { toHalfWidth } from '#kernel/check/normalise-width-spaces-and-dashes.ts';
import { text } from '#kernel/text/text.ts';

/** Kinds of business of a travel agency, each licensed separately (旅游法 Art. 29). */
export const tourismKinds = {
  domestic: text('境内旅游', 'Domestic tourism'),
  inbound: text('入境旅游', 'Inbound tourism'),
  outbound: text('出境旅游', 'Outbound tourism'),
  border: text('边境旅游', 'Border tourism'),
} as const;
export type TourismKind = keyof typeof tourismKinds;

const namedAs: readonly (readonly [TourismKind, RegExp])[] = [
  ['domestic', /国内|境内/],
  ['inbound', /入境/],
  ['outbound', /出境|出入境/],
  ['border', /边境/],
];
const kindsIn = (written: string): TourismKind[] =>
  namedAs.flatMap(([kind, pattern]) => (pattern.test(written) ? [kind] : []));

/** Phrases with several meanings, or about licences pending or expired: only a person reading the document can decide. */
const unclear =
  /境内外|国内外|境外|跨境|拟|筹|申请|暂停|停止|取消|吊销|(出境|入境|边境|国内|境内)(旅游)?(咨询|信息|签证|中介|手续|代办)/;
const excludedAfter = /不含|不包括|不包含|不得|不经营|不从事/;
const excludedBefore = /除外|不在内|不包括在内/;

/**
 * Characters allowed in the name of a kind as printed on licences; anything else (无、禁止、凭、已注销) may reverse its meaning.
 */
const printed =
  /出入境|国内|境内|入境|出境|边境|旅游|旅行社?|业务|招徕|组织|接待|经营|服务|从事|承办|许可证?|一般|项目|范围|[为的等:：\d.]/g;

/** The kinds a text permits; undefined if any name is not recognised. */
function permittedIn(written: string): TourismKind[] | undefined {
  const items = written.split(/[、和及与并]|以及/).filter((item) => kindsIn(item).length > 0);
  return items.some((item) => item.replace(printed, '') !== '') ? undefined : items.flatMap(kindsIn);
}

type Reading = readonly [permitted: TourismKind[], excluded: TourismKind[]];

/** The kinds that part of a scope permits and excludes; undefined if ambiguous. */
function readPart(part: string, inBrackets: boolean): Reading | undefined {
  const read = (permitted: string, excluded: TourismKind[]): Reading | undefined => {
    const kinds = permittedIn(permitted);
    return kinds && [kinds, excluded];
  };
  const except = /^(.*?)除(.+?)(以外|之外|外)(.*)$/.exec(part);
  if (except) return read(`${except[1]}、${except[4]}`, kindsIn(except[2] ?? ''));
  const before = excludedBefore.exec(part);
  if (before) {
    const excluded = kindsIn(part.slice(0, before.index));
    // 出境、边境旅游业务除外 in brackets excludes all it names; in a list with permitted kinds it may exclude only the last
    return excluded.length > 1 && !inBrackets ? undefined : part === before[0] ? undefined : [[], excluded];
  }
  const after = excludedAfter.exec(part);
  if (!after) return /除/.test(part) && kindsIn(part).length > 0 ? undefined : read(part, []);
  const [permitted, excluded] = [part.slice(0, after.index), part.slice(after.index + after[0].length)];
  return excluded === '' ? undefined : read(permitted, kindsIn(excluded));
}

/**
 * Parses the scope printed on a licence, such as 国内旅游业务、入境旅游业务（出境旅游业务除外）, into kinds. Undefined if uncertain: then the
 * user is asked, because teams going abroad are admitted or refused by it.
 */
export function parseTourismKindsOfLicenceScope(written: string): TourismKind[] | undefined {
  const scope = toHalfWidth(written.normalize('NFC')).replace(/\s+/g, '');
  if (unclear.test(scope)) return undefined;
  const permitted = new Set<TourismKind>();
  const excluded = new Set<TourismKind>();
  let inBrackets = false;
  let named = 0;
  for (const part of scope.split(/([,;。()])/)) {
    if (part === '(' || part === ')') inBrackets = part === '(';
    if (part.length < 2) continue;
    // 出境旅游业务（限港澳）
    if (inBrackets && named > 0 && /[限仅]/.test(part)) return undefined;
    const kinds = readPart(part, inBrackets);
    if (!kinds) return undefined;
    if (!inBrackets) named = kinds[0].length;
    for (const kind of kinds[0]) permitted.add(kind);
    for (const kind of kinds[1]) excluded.add(kind);
  }
  const found = [...permitted];
  return found.length === 0 || found.some((kind) => excluded.has(kind)) ? undefined : found;
}
