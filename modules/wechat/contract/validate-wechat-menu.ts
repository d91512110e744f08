import { type Text, text } from '#kernel/text/text.ts';
import { type ButtonKind, buttonFieldOfKind, menuLimits } from './menu-button-kinds-fields-and-limits.ts';
import { whyLinkIsNotAllowed } from './why-link-is-not-allowed.ts';

/** A button as entered in a form. */
export interface EnteredButton {
  readonly level?: string | null;
  readonly name?: string | null;
  readonly kind?: string | null;
  readonly event_key?: string | null;
  readonly url?: string | null;
  readonly app_id?: string | null;
  readonly page_path?: string | null;
  readonly media_id?: string | null;
}

/** What is wrong with a button, at its field. */
export interface ButtonFault {
  /** Index of the row. */
  readonly row: number;
  readonly field: string;
  readonly message: Text;
  readonly values?: Readonly<Record<string, unknown>>;
}

const texts = {
  first: text('第一个按钮须为一级菜单', 'The first button must be of the top level'),
  tops: text('一级菜单至多 {n} 个', 'At most {n} {n|button|buttons} of the top level'),
  subs: text('每个一级菜单下至多 {n} 个子菜单', 'At most {n} {n|button|buttons} below one of the top level'),
  name: text(
    '名称为 {bytes} 字节，至多 {n} 字节（汉字占 3 字节，表情占 4 字节）',
    'The name has {bytes} {bytes|byte|bytes}, more than {n} (3 for a Chinese character, 4 for an emoji)',
  ),
  bytes: text('为 {bytes} 字节，至多 {n} 字节', 'Has {bytes} {bytes|byte|bytes}, more than {n}'),
  parent: text('有子菜单的一级菜单不设动作', 'A button with others below it has no action'),
  action: text('须选择动作', 'Choose what it does'),
  needed: text('该动作须填写', 'Required for this action'),
  appId: text('以 wx 开头的 18 位', '18 characters that begin with wx'),
};

export const byteLength = (value: string): number => new TextEncoder().encode(value).length;

/** The buttons of the first level, each with the indexes of those below it. */
export function groupButtons(buttons: readonly EnteredButton[]): { readonly top: number; readonly subs: number[] }[] {
  const groups: { top: number; subs: number[] }[] = [];
  for (const [row, { level }] of buttons.entries())
    if (level === 'sub') groups.at(-1)?.subs.push(row);
    else groups.push({ top: row, subs: [] });
  return groups;
}

/** What is wrong with the texts and the action of a button that does something. */
function faultsOfAction(row: number, button: EnteredButton, hosts: ReadonlySet<string> | undefined): ButtonFault[] {
  const kind = button.kind as ButtonKind | null | undefined;
  if (!kind) return [{ row, field: 'kind', message: texts.action }];
  const faults: ButtonFault[] = [];
  const needed = buttonFieldOfKind[kind];
  // a mini program needs its page, and an address for clients without mini programs
  const all = kind === 'miniprogram' ? (['app_id', 'page_path', 'url'] as const) : [needed];
  for (const name of all) if (!button[name]) faults.push({ row, field: name, message: texts.needed });
  for (const [name, n] of [
    ['event_key', menuLimits.key],
    ['url', menuLimits.url],
  ] as const) {
    const bytes = byteLength(button[name] ?? '');
    if (all.includes(name as never) && bytes > n)
      faults.push({ row, field: name, message: texts.bytes, values: { bytes, n } });
  }
  const wrongLink = all.includes('url' as never) && button.url ? whyLinkIsNotAllowed(button.url, hosts) : undefined;
  if (wrongLink) faults.push({ row, field: 'url', ...wrongLink });
  if (kind === 'miniprogram' && button.app_id && !/^wx[0-9a-f]{16}$/.test(button.app_id))
    faults.push({ row, field: 'app_id', message: texts.appId });
  return faults;
}

/**
 * All that WeChat, or the bureau by its hosts of links, would refuse about a menu (domain reference §2.S). Without
 * `hosts` every host is accepted.
 */
export function findFaultsOfMenu(buttons: readonly EnteredButton[], hosts?: ReadonlySet<string>): ButtonFault[] {
  const faults: ButtonFault[] = [];
  if (buttons[0]?.level === 'sub') faults.push({ row: 0, field: 'level', message: texts.first });
  const groups = groupButtons(buttons);
  for (const { top } of groups.slice(menuLimits.top))
    faults.push({ row: top, field: 'level', message: texts.tops, values: { n: menuLimits.top } });
  for (const { top, subs } of groups) {
    for (const row of subs.slice(menuLimits.sub))
      faults.push({ row, field: 'level', message: texts.subs, values: { n: menuLimits.sub } });
    const button = buttons[top];
    if (subs.length > 0 && button?.kind) faults.push({ row: top, field: 'kind', message: texts.parent });
  }
  const parents = new Set(groups.filter(({ subs }) => subs.length > 0).map(({ top }) => top));
  for (const [row, button] of buttons.entries()) {
    const bytes = byteLength(button.name ?? '');
    const n = button.level === 'sub' ? menuLimits.subName : menuLimits.topName;
    if (bytes > n) faults.push({ row, field: 'name', message: texts.name, values: { bytes, n } });
    if (!parents.has(row)) faults.push(...faultsOfAction(row, button, hosts));
  }
  return faults;
}
