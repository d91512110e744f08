import {
  ageOn,
  isForeignResident,
  isHmPermit,
  isIdNumber,
  isPassport,
  isTaiwanPermit,
  readIdNumber,
} from '#kernel/check/id-number.ts';
import { messages } from '#kernel/text/message.ts';
import { type Text, text } from '#kernel/text/text.ts';
import type { TouristDocument } from '../../contract/itinerary/itinerary-options.ts';

/** What the numbers of documents look like. */
const numberForms = {
  passport: text(
    '护照号为 5 至 17 位大写字母和数字，如 E12345678',
    'a passport has 5 to 17 capital letters and digits, such as E12345678',
  ),
  hm_permit: text(
    '港澳居民来往内地通行证以 H 或 M 开头，后接 8 至 10 位数字',
    'a mainland travel permit of Hong Kong or Macao begins with H or M, followed by 8 to 10 digits',
  ),
  taiwan_permit: text('台胞证为 8 位或 10 位数字', 'a Taiwan permit has 8 or 10 digits'),
  foreign_resident: text(
    '外国人永久居留身份证为 3 个字母加 12 位数字，或以 9 开头的 18 位',
    'a foreign permanent resident card has 3 letters and 12 digits, or 18 characters beginning with 9',
  ),
};

const wrongDocument = (kind: keyof typeof numberForms): Text => {
  const form = numberForms[kind];
  return text(`证件号码与证件类型不符：${form['zh-cn']}`, `The number does not match the document type: ${form.en}`);
};

/** Fault of a document number; undefined if it is valid. */
export function documentFault(kind: TouristDocument, number: string, today: string): Text | undefined {
  switch (kind) {
    case 'id_card':
    case 'household':
      if (!/^\d{17}[\dX]$/.test(number)) return messages.invalid_id_number;
      return isIdNumber(number, today) ? undefined : messages.id_number_checksum;
    case 'passport':
      return isPassport(number) ? undefined : wrongDocument(kind);
    case 'hm_permit':
      return isHmPermit(number) ? undefined : wrongDocument(kind);
    case 'taiwan_permit':
      return isTaiwanPermit(number) ? undefined : wrongDocument(kind);
    case 'foreign_resident':
      return isForeignResident(number, today) ? undefined : wrongDocument(kind);
  }
}

/** Birthday, gender and origin encoded in a Chinese identity number; undefined for other documents. */
export function readDocument(
  kind: TouristDocument,
  number: string,
): { birthday: string; gender: 'male' | 'female'; area: string } | undefined {
  if (kind !== 'id_card' && kind !== 'household') return undefined;
  const { birthday, gender, areaCode } = readIdNumber(number);
  return { birthday, gender, area: areaCode };
}

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
export const guardedAge = 14;

export interface ListCounts {
  tourist_count: number;
  adult_count: number;
  child_count: number;
  elder_count: number;
  foreign_count: number;
  /** Prefecture most tourists come from, six digits; null where none is known. */
  source_area: string | null;
}

const homeland = new Set(['', '中国', '中华人民共和国', 'china', 'cn']);
export const isForeign = ({ id_type, nationality }: Pick<ListedTourist, 'id_type' | 'nationality'>): boolean =>
  ['hm_permit', 'taiwan_permit', 'foreign_resident'].includes(id_type) ||
  !homeland.has((nationality ?? '').trim().toLowerCase());

/** Ages count on the day of departure. */
export function countTourists(list: readonly ListedTourist[], day: string): ListCounts {
  const counts: ListCounts = {
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
    if (isForeign(one)) counts.foreign_count += 1;
    if (one.source_area) {
      const from = `${one.source_area.slice(0, 4)}00`;
      sources.set(from, (sources.get(from) ?? 0) + 1);
    }
  }
  const [most] = [...sources].toSorted(([a, n], [b, m]) => m - n || a.localeCompare(b));
  counts.source_area = most?.[0] ?? null;
  return counts;
}
