import { menuLimits } from '../../contract/menu-button-kinds-fields-and-limits.ts';
import { groupButtons } from '../../contract/validate-wechat-menu.ts';

type Button = Readonly<Record<string, unknown>>;

const isSub = ({ level }: Button): boolean => level === 'sub';
const groupsOf = (rows: readonly Button[]) => groupButtons(rows.map((row) => ({ level: isSub(row) ? 'sub' : 'top' })));

/** The group of a button: the index of its button of the first level among these, and the rows below that. */
function groupOf(rows: readonly Button[], at: number) {
  const groups = groupsOf(rows);
  const place = groups.findIndex(({ top, subs }) => top === at || subs.includes(at));
  return { groups, place, group: groups[place] };
}

export const mayAddTop = (rows: readonly Button[]): boolean => groupsOf(rows).length < menuLimits.top;
export const mayAddSub = (rows: readonly Button[], at: number): boolean =>
  (groupOf(rows, at).group?.subs.length ?? menuLimits.sub) < menuLimits.sub;

/** Adds a button of the first level at the end. */
export const addTopButton = <T extends Button>(rows: readonly T[], button: T): T[] => [...rows, button];

/** Adds a button below that of the first level to which `at` belongs; also where it is. */
export function addSubButton<T extends Button>(rows: readonly T[], at: number, button: T): { rows: T[]; at: number } {
  const { group } = groupOf(rows, at);
  const place = (group?.subs.at(-1) ?? group?.top ?? rows.length - 1) + 1;
  return { rows: rows.toSpliced(place, 0, button), at: place };
}

/** Removes a button, with those below it. */
export function removeButton<T extends Button>(rows: readonly T[], at: number): T[] {
  const { group } = groupOf(rows, at);
  const count = group?.top === at ? group.subs.length + 1 : 1;
  return rows.toSpliced(at, count);
}

/**
 * Moves a button one place back (-1) or forth (1) among its equals, one of the first level with those below it; also where it is
 * then. Nothing changes at the ends.
 */
export function moveButton<T extends Button>(
  rows: readonly T[],
  at: number,
  by: -1 | 1,
): { rows: readonly T[]; at: number } {
  const { groups, place, group } = groupOf(rows, at);
  if (!group) return { rows, at };
  if (group.top !== at) {
    const to = at + by;
    if (!group.subs.includes(to)) return { rows, at };
    const moved = rows.with(at, rows[to] as T).with(to, rows[at] as T);
    return { rows: moved, at: to };
  }
  if (!groups[place + by]) return { rows, at };
  const order = [...groups.keys()];
  [order[place], order[place + by]] = [order[place + by] ?? 0, order[place] ?? 0];
  const moved = order.flatMap((one) => {
    const { top, subs } = groups[one] ?? { top: 0, subs: [] };
    return [top, ...subs];
  });
  return { rows: moved.map((row) => rows[row] as T), at: moved.indexOf(at) };
}
