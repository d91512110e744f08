import {
  isForeignResident,
  isHmPermit,
  isIdNumber,
  isPassport,
  isTaiwanPermit,
  readIdNumber,
} from '#kernel/check/identity-documents.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import type { TouristDocument } from '../../../contract/itinerary/select-options-of-itinerary-fields.ts';

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
export function findTouristDocumentFault(kind: TouristDocument, number: string, today: string): Text | undefined {
  switch (kind) {
    case 'id_card':
    case 'household':
      if (!/^\d{17}[\dX]$/.test(number)) return validationMessages.invalid_id_number;
      return isIdNumber(number, today) ? undefined : validationMessages.id_number_checksum;
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
export function parseTouristDocument(
  kind: TouristDocument,
  number: string,
): { birthday: string; gender: 'male' | 'female'; area: string } | undefined {
  if (kind !== 'id_card' && kind !== 'household') return undefined;
  const { birthday, gender, areaCode } = readIdNumber(number);
  return { birthday, gender, area: areaCode };
}
