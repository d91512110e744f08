import { currentLocale } from '#web/i18n/locale.ts';
import type { PackItem } from '../../contract/offline-check-pack-format.ts';

/** The name of an item in the language of the reader, where it has one. */
export const checkItemNameInLocale = ({ name, name_en }: Pick<PackItem, 'name' | 'name_en'>): string =>
  currentLocale() === 'en' && name_en ? name_en : name;
