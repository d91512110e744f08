import { ageOn } from '#kernel/check/identity-documents.ts';

/** Fields of a tourist that counts depend on. */
export interface ListedTourist {
  readonly id_type: string;
  readonly birthday: string | null;
  readonly nationality: string | null;
  readonly source_area: string | null;
}

/** Statutory ages: 旅游法 Art. 79 protects minors and the elderly; 老年人权益保障法 Art. 2 sets 60. */
export const adultAge = 18;

export const elderAge = 60;

/** Younger tourists need a phone number of their own or of a guardian (民法典 Art. 34; agencies use 14). */
export const ageOfOwnPhoneNumber = 14;

export interface TouristListCounts {
  tourist_count: number;
  adult_count: number;
  child_count: number;
  elder_count: number;
  foreign_count: number;
  /** Prefecture most tourists come from, six digits; null where none is known. */
  source_area: string | null;
}

const homeland = new Set(['', '中国', '中华人民共和国', 'china', 'cn']);

export const isForeignTourist = ({ id_type, nationality }: Pick<ListedTourist, 'id_type' | 'nationality'>): boolean =>
  ['hm_permit', 'taiwan_permit', 'foreign_resident'].includes(id_type) ||
  !homeland.has((nationality ?? '').trim().toLowerCase());

/** Ages count on the day of departure. */
export function countTouristsByAgeAndOrigin(list: readonly ListedTourist[], day: string): TouristListCounts {
  const counts: TouristListCounts = {
    tourist_count: list.length,
    adult_count: 0,
    child_count: 0,
    elder_count: 0,
    foreign_count: 0,
    source_area: null,
  };
  const sources = new Map<string, number>();
  for (const one of list) {
    const age = one.birthday === null ? undefined : ageOn(one.birthday, day);
    if (age !== undefined && age < adultAge) counts.child_count += 1;
    else counts.adult_count += 1;
    if (age !== undefined && age >= elderAge) counts.elder_count += 1;
    if (isForeignTourist(one)) counts.foreign_count += 1;
    if (one.source_area) {
      const from = `${one.source_area.slice(0, 4)}00`;
      sources.set(from, (sources.get(from) ?? 0) + 1);
    }
  }
  const [most] = [...sources].toSorted(([a, n], [b, m]) => m - n || a.localeCompare(b));
  counts.source_area = most?.[0] ?? null;
  return counts;
}
