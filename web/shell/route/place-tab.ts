import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import type { Place } from './resolve-place.ts';
import { pagesTitle, titleOf } from './title.ts';

const texts = { record: text('{label} {id}', '{label} {id}') };

/** Title and icon of a tab until its screen sets better ones. */
export function tabLabel(place: Place): { title: string; icon: string } {
  switch (place.kind) {
    case 'resource':
    case 'screen':
      return { title: place.route.title, icon: place.route.icon };
    case 'record':
      return { title: translate(texts.record, { label: place.route.title, id: place.id }), icon: place.route.icon };
    case 'iframe':
      return { title: place.title, icon: place.icon };
    case 'missing':
    case 'forbidden':
      return { title: titleOf(`pagesTitle.${place.kind === 'missing' ? 'notFound' : 'noPower'}`), icon: '' };
    default:
      return { title: pagesTitle.table ? translate(pagesTitle.table) : '', icon: 'table' };
  }
}

/** Only pages granted by the menu become tabs; the generic table page does not. */
export const opensInTab = (place: Place): boolean => ['resource', 'record', 'screen', 'iframe'].includes(place.kind);
