import { findDivision } from '#data/reference/read.ts';
import type { Locale } from '#kernel/text/text.ts';
import type { AreaEntry } from './division-calendar-and-deadline-rule-cache.ts';

/** English name of a division: the usual one of those shipped, else the pinyin of its short name. */
export function englishDivisionName({
  code,
  name,
  pinyin,
}: Pick<AreaEntry, 'code' | 'name' | 'pinyin'>): string | undefined {
  const shipped = findDivision(code);
  const english = shipped?.name['zh-cn'] === name ? shipped.name.en : (pinyin ?? '').split(' ', 1)[0];
  return english ? english.charAt(0).toUpperCase() + english.slice(1) : undefined;
}

/** Texts that name a division in a sheet: code and names, with English ones on request. */
export function namesOfDivision(areas: ReadonlyMap<string, AreaEntry>, area: AreaEntry, english: boolean): string[] {
  const names = [area.code, area.name, area.full_name];
  if (english) names.push(englishDivisionName(area) ?? null, divisionNameIn(areas, area.code, 'en') ?? null);
  return names.filter((one) => one !== null);
}

/** English names of divisions by Chinese name. If divisions of one name differ, the first counts. */
export function englishDivisionNames(areas: ReadonlyMap<string, AreaEntry>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const area of areas.values()) {
    const english = englishDivisionName(area);
    if (english !== undefined && !names.has(area.name)) names.set(area.name, english);
  }
  return names;
}

/** Full name of a division in the reader's language: 云南省昆明市官渡区, or Guandu, Kunming, Yunnan. */
export function divisionNameIn(
  areas: ReadonlyMap<string, AreaEntry>,
  code: string | null | undefined,
  locale: Locale,
): string | undefined {
  const area = areas.get(code ?? '');
  if (!area || locale !== 'en') return area?.full_name ?? area?.name;
  const within = divisionNameIn(areas, area.parent_code, locale);
  return [englishDivisionName(area) ?? area.name, ...(within ? [within] : [])].join(', ');
}
