import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { pagesTitle, translateTitle } from './page-title.ts';
import type { RouteTarget } from './resolve-route-target.ts';

const texts = { record: text('{label} {id}', '{label} {id}') };

/** Title and icon of a tab until its screen sets better ones. */
export function tabLabel(target: RouteTarget): { title: string; icon: string } {
  switch (target.kind) {
    case 'resource':
    case 'screen':
      return { title: target.route.title, icon: target.route.icon };
    case 'record':
      return { title: translate(texts.record, { label: target.route.title, id: target.id }), icon: target.route.icon };
    case 'iframe':
      return { title: target.title, icon: target.icon };
    case 'missing':
    case 'forbidden':
      return { title: translateTitle(`pagesTitle.${target.kind === 'missing' ? 'notFound' : 'noPower'}`), icon: '' };
    default:
      return { title: pagesTitle.table ? translate(pagesTitle.table) : '', icon: 'table' };
  }
}

/** Only pages granted by the menu become tabs; the generic table page does not. */
export const opensInTab = (target: RouteTarget): boolean =>
  ['resource', 'record', 'screen', 'iframe'].includes(target.kind);
