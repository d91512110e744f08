import { text } from '#kernel/text/text.ts';
import { translateSingular } from '#web/i18n/english-singular.ts';
import { translate } from '#web/i18n/locale.ts';
import { mayPerform } from '#web/resource/may-user-perform-action.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import type { MenuEntry } from '#web/session/menu-of-signed-in-user.ts';
import type { RecentRecord } from '#web/session/recently-opened-records.ts';
import type { PaletteAction } from '#web/tab/command-palette-and-shortcut-action-registry.ts';

const texts = { create: text('新建{label}', 'New {label}') };

type Go = (to: string) => void;

/** Every menu entry with a target, with its folders as hint. */
export function actionsOfMenu(entries: readonly MenuEntry[], go: Go, trail: string[] = []): PaletteAction[] {
  return entries.flatMap((entry): PaletteAction[] => {
    if (entry.children) return actionsOfMenu(entry.children, go, [...trail, entry.title]);
    const { key, title, to, href } = entry;
    const run = (): void => (to ? go(to) : void window.open(href, '_blank', 'noreferrer'));
    return [{ id: `menu:${key}`, label: title, hint: trail.join(' / '), keywords: key, run }];
  });
}

/**
 * Adding a row to every resource in the menu that the user may add to, except those with a screen of their own
 * (`isScreen`).
 */
export function actionsThatAddRows(
  entries: readonly MenuEntry[],
  base: '/admin' | '/user',
  go: Go,
  isScreen: (name: string) => boolean,
): PaletteAction[] {
  return entries.flatMap(({ key, to, children }): PaletteAction[] => {
    if (children) return actionsThatAddRows(children, base, go, isScreen);
    const name = to?.startsWith(`${base}/`) ? to.slice(base.length + 1) : undefined;
    const resource = name === undefined || isScreen(key) ? undefined : findResource(name);
    if (!resource || !mayPerform(resource, 'add')) return [];
    const label = translate(texts.create, { label: translateSingular(resource.label) });
    return [{ id: `new:${name}`, label, keywords: 'new add 添加 新增', run: () => go(`${to}?form=add`) }];
  });
}

/** The records opened last. */
export const actionsOfRecentRecords = (
  seen: readonly RecentRecord[],
  base: '/admin' | '/user',
  go: Go,
): PaletteAction[] =>
  seen.flatMap(({ resource, id, title }) => {
    const found = findResource(resource);
    return found
      ? [
          {
            id: `hit:${resource}:${id}`,
            label: title,
            hint: translate(found.label),
            run: () => go(`${base}/${resource}/${id}`),
          },
        ]
      : [];
  });

/** Every typed word must occur in label, hint or keywords, or match the label's pinyin. */
export function actionMatches(
  { label, hint = '', keywords = '' }: Pick<PaletteAction, 'label' | 'hint' | 'keywords'>,
  typed: string,
  isRead: (text: string, typed: string) => boolean = () => false,
): boolean {
  const place = `${label} ${hint} ${keywords}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => place.includes(word) || isRead(label, word));
}
