import { type Locale, text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import type { WrittenSheet } from '#server/sheets/read-and-written-sheet-types.ts';
import { visiblePermissionGroups } from '../administrator/permission-groups-visible-to-caller.ts';

/** A menu rule with its titles. */
export interface TitledMenuRule {
  readonly id: number;
  readonly name: string;
  /** Titles from the folder downwards. */
  readonly path: string;
  readonly depth: number;
}

/** Rules visible to the caller (those the caller holds), in menu order. */
export async function listVisibleRules(db: Queryable, caller: Caller): Promise<TitledMenuRule[]> {
  const rows = await db.rows<{ id: number; pid: number | null; name: string; title: string; title_en: string | null }>(
    'select id, pid, name, title, title_en from auth_menu where status order by weigh desc, id',
  );
  const below = new Map<number | null, typeof rows>();
  for (const row of rows) below.set(row.pid, [...(below.get(row.pid) ?? []), row]);
  const walk = (pid: number | null, above: string, depth: number): TitledMenuRule[] =>
    (below.get(pid) ?? []).flatMap(({ id, name, title, title_en }) => {
      const own = caller.locale === 'en' ? (title_en ?? title) : title;
      const path = above ? `${above} / ${own}` : own;
      return [{ id, name, path, depth }, ...walk(id, path, depth + 1)];
    });
  return walk(null, '', 0).filter(({ name }) => caller.super || caller.nodes.has(name.toLowerCase()));
}

/** Differences between two groups, among the rules visible to the caller. */
export async function compareGroups(db: Queryable, caller: Caller, one: number, other: number) {
  const { rows } = await visiblePermissionGroups(db, caller);
  const [a, b] = [one, other].map((id) => rows.find((row) => row.id === id));
  if (!a || !b) return undefined;
  const rules = await listVisibleRules(db, caller);
  const holds = (group: typeof a, { id }: TitledMenuRule) => group.rules === null || group.rules.includes(id);
  const nameAndPath = ({ name, path }: TitledMenuRule) => ({ name, path });
  return {
    a: { id: a.id, name: a.name },
    b: { id: b.id, name: b.name },
    only_a: rules.filter((rule) => holds(a, rule) && !holds(b, rule)).map(nameAndPath),
    only_b: rules.filter((rule) => holds(b, rule) && !holds(a, rule)).map(nameAndPath),
    both: rules.filter((rule) => holds(a, rule) && holds(b, rule)).length,
  };
}

/** Most groups compared on screen; more are compared in the spreadsheet. */
const mostCompared = 6;

/** A permission of the matrix: its screen, and which of the requested groups hold it. */
export interface RightsMatrixRule extends TitledMenuRule {
  /** Title of its screen, and its own. */
  readonly title: string;
  readonly kind: string;
  readonly pid: number | null;
  readonly held: readonly boolean[];
}

/** The rules visible to the caller, and which of the requested groups hold them. Default: the first two groups. */
export async function readRightsMatrix(db: Queryable, caller: Caller, groupIds: readonly number[]) {
  const { rows } = await visiblePermissionGroups(db, caller);
  const wanted = groupIds.length > 0 ? rows.filter((row) => groupIds.includes(row.id)) : rows.slice(0, 2);
  const groups = wanted.slice(0, mostCompared);
  const rules = await listVisibleRules(db, caller);
  const more = new Map(
    (
      await db.rows<{ id: number; pid: number | null; type: string; title: string; title_en: string | null }>(
        'select id, pid, type, title, title_en from auth_menu where status',
      )
    ).map((one) => [one.id, one]),
  );
  const held = groups.map(({ rules: own }) => (own === null ? undefined : new Set(own)));
  return {
    groups: groups.map(({ id, name }) => ({ id, name })),
    rules: rules.map((rule): RightsMatrixRule => {
      const { pid = null, type = '', title = '', title_en = null } = more.get(rule.id) ?? {};
      return {
        ...rule,
        title: caller.locale === 'en' ? (title_en ?? title) : title,
        kind: type,
        pid,
        held: held.map((own) => !own || own.has(rule.id)),
      };
    }),
  };
}

const texts = {
  sheet: text('权限矩阵', 'Permission matrix'),
  rule: text('权限', 'Permission'),
  node: text('节点', 'Node'),
};

/** Spreadsheet of all visible rules by all visible groups. */
export async function exportRightsMatrix(db: Queryable, caller: Caller, locale: Locale): Promise<WrittenSheet> {
  const { rows: groups } = await visiblePermissionGroups(db, caller);
  const rules = await listVisibleRules(db, caller);
  const held = groups.map(({ rules: own }) => (own === null ? undefined : new Set(own)));
  return {
    name: texts.sheet[locale],
    columns: [
      { label: texts.rule[locale], width: 44 },
      { label: texts.node[locale], width: 36 },
      ...groups.map(({ name }) => ({ label: name, width: 16 })),
    ],
    rows: rules.map(({ id, name, path }) => [path, name, ...held.map((own) => (!own || own.has(id) ? '●' : ''))]),
  };
}
