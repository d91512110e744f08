import { momentText } from '#kernel/kind/datetime.ts';
import { titleFieldInLanguage } from '#kernel/resource/title-field-in-each-language.ts';
import { text, textIn } from '#kernel/text/text.ts';
import { type Caller, can } from '#server/caller.ts';
import { flattenTreeToIndentedOptions } from '#server/calls/flatten-tree-to-indented-options.ts';
import { deleteRows, resourceController } from '#server/calls/resource-controller-derived-from-declaration.ts';
import { sql } from '#server/db/sql.ts';
import { JsonText } from '#server/http/connection/encode-response-envelope.ts';
import type { Action, Call, Controller } from '#server/http/controller.ts';
import type { Platform } from '#server/platform/server-module-declaration.ts';
import { readListQuery } from '#server/read/condition/read-list-query.ts';
import { nestRows, readListAsTree, whereOfList } from '#server/read/list/read-list-page.ts';
import {
  isChoiceCall,
  mayChooseRowsOfResource,
  readChoiceQuery,
} from '#server/read/row/choices-for-reference-field.ts';
import { readKey } from '#server/read/row/read-one-row-as-json.ts';
import { forbidden, notFound } from '#server/refusal.ts';
import { admin } from '../../contract/admin.ts';
import { adminGroup } from '../../contract/admin-group.ts';
import { menuEntryOrPermission } from '../../contract/menu-entry-or-permission.ts';
import { type PermissionGroupRow, visiblePermissionGroups } from './permission-groups-visible-to-caller.ts';

const texts = {
  all: text('超级管理员', 'Super administrator'),
  some: text('{title}等 {n} 项', '{title} and others, {n} in total'),
  none: text('无权限', 'No permissions'),
};

/**
 * Calls of admins, groups and menu rules in the shapes of the wire contract (§2.7): rules as text in lists, leaves only
 * in forms.
 */
export function buildAdminAdminsGroupsAndMenuControllers({ engine }: Platform): Controller[] {
  const { db } = engine;

  const derived = resourceController(adminGroup).actions as Record<'index' | 'edit' | 'del', Action>;
  const admins = resourceController(admin).actions as Record<'index' | 'edit' | 'del', Action>;

  /** Skips the caller's own account and groups, silently when others are deleted with them (wire contract §2.7). */
  const removeAdmins = (call: Call) => deleteRows(admin, call, undefined, [call.caller.id]);
  const removeGroups = async (call: Call) =>
    deleteRows(adminGroup, call, undefined, (await visiblePermissionGroups(db, call.caller)).own);

  /** Administrators, with the names of their groups in addition to the keys. */
  async function listAdmins(call: Call) {
    const page = JSON.parse(((await admins.index.handle(call)) as JsonText).text) as { list: AdminRow[] };
    return {
      ...page,
      list: page.list.map((row) => ({
        ...lastSeen(row),
        group_name_arr: (row.group_arr_row ?? []).map((one) => one.name),
      })),
    };
  }

  /** An administrator for the form, with an empty password. */
  async function editAdmin(call: Call) {
    const answer = await admins.edit.handle(call);
    if (!(answer instanceof JsonText)) return answer;
    const { row } = JSON.parse(answer.text) as { row: Record<string, unknown> };
    return { row: { ...lastSeen(row), password: '' } };
  }

  const menus = resourceController(menuEntryOrPermission).actions as Record<'index' | 'edit', Action>;

  async function editRule(call: Call) {
    const answer = await menus.edit.handle(call);
    if (!(answer instanceof JsonText)) return answer;
    const { row } = JSON.parse(answer.text) as { row: Node };
    return { row: withNumericKeepalive([row])[0] };
  }

  return [
    {
      app: 'admin',
      name: 'auth.admin',
      actions: {
        index: { ...admins.index, handle: listAdmins },
        edit: { ...admins.edit, handle: editAdmin },
        del: { ...admins.del, handle: removeAdmins },
      },
    },
    {
      app: 'admin',
      name: 'auth.group',
      actions: {
        index: { ...derived.index, handle: listGroups },
        edit: {
          ...derived.edit,
          handle(call) {
            if (call.method === 'GET') return editGroup(call);
            return derived.edit.handle(call);
          },
        },
        del: { ...derived.del, handle: removeGroups },
      },
    },
    {
      app: 'admin',
      name: 'auth.menu',
      actions: { index: { ...menus.index, handle: listRules }, edit: { ...menus.edit, handle: editRule } },
    },
  ];
}

/** The last sign-in is the only time the stock client reads as text (wire contract §2.1). */
const lastSeen = <R extends Record<string, unknown>>(row: R): R => ({
  ...row,
  lastlogintime: row.lastlogintime ? momentText(Number(row.lastlogintime)) : 'none',
});

type AdminRow = Record<string, unknown> & { group_arr_row?: { name: string }[] };

type Node = Record<string, unknown> & { id: number; name: string; type?: string; children?: Node[] };

/** Describes a group's rules. Only leaves are counted, as in the form: parents grant nothing. */
function describe(
  rules: number[] | null,
  titles: ReadonlyMap<number, string>,
  folders: ReadonlySet<number | null>,
  caller: Caller,
): string {
  if (rules === null) return texts.all[caller.locale];
  const first = rules.find((rule) => titles.has(rule));
  if (first === undefined) return texts.none[caller.locale];
  const n = rules.filter((rule) => titles.has(rule) && !folders.has(rule)).length;
  return textIn(texts.some, caller.locale, { title: titles.get(first) ?? '', n });
}

/** `keepalive` of a rule is a number on the wire (wire contract §2.6); other flags are text. */
const withNumericKeepalive = (nodes: readonly Node[]): Node[] =>
  nodes.map((node) => ({
    ...node,
    keepalive: Number(node.keepalive),
    ...(node.children ? { children: withNumericKeepalive(node.children) } : {}),
  }));

const toOption = ({ id, pid, title }: Record<string, unknown>) => ({ id, pid, title });
const flat = (nodes: readonly Node[]): Record<string, unknown>[] =>
  nodes.flatMap(({ children = [], ...row }) => [row, ...flat(children)]);
const dropButtons = (nodes: readonly Node[]): Node[] =>
  nodes
    .filter((node) => node.type !== 'button')
    .map((node) => ({ ...node, ...(node.children ? { children: dropButtons(node.children) } : {}) }));

/** Groups as a list with described rules, or as options. */
async function listGroups({ engine, caller, params }: Call) {
  const { db } = engine;
  const choosing = isChoiceCall(params);
  if (!(choosing ? mayChooseRowsOfResource(engine.resources, adminGroup, caller) : can(caller, 'auth/group/index')))
    throw forbidden();
  const { rows, own } = await visiblePermissionGroups(db, caller);
  const query = choosing ? readChoiceQuery(engine, adminGroup, caller, params) : readListQuery(adminGroup, params);
  const { conditions, anyOf = [], quickSearch } = query;
  const where = whereOfList(engine, adminGroup, caller, { conditions, anyOf, quickSearch });
  const matching = await db.rows<{ id: number }>(sql`select t.id from auth_group t where ${where}`);
  const ids = new Set(matching.map((row) => row.id));
  const wanted = rows.filter((row) => ids.has(row.id));
  if (choosing) {
    const values = query.initial?.values;
    if (values)
      return {
        options: wanted.filter((row) => values.includes(String(row.id))).map(({ id, name }) => ({ id, name })),
      };
    const assignable = params.absoluteAuth && !caller.super ? wanted.filter((row) => !own.includes(row.id)) : wanted;
    return {
      options:
        params.isTree === '0' || params.isTree === 'false'
          ? assignable.map(({ id, name }) => ({ id, name }))
          : flattenTreeToIndentedOptions(nestRows(assignable as never, 'pid'), adminGroup, caller.locale),
    };
  }
  const named = await db.rows<{ id: number; pid: number | null; title: string; title_en: string | null }>(
    'select id, pid, title, title_en from auth_menu',
  );
  const titles = new Map(
    named.map((row) => [row.id, caller.locale === 'en' ? (row.title_en ?? row.title) : row.title]),
  );
  const folders = new Set(named.map((row) => row.pid));
  const actions = (row: PermissionGroupRow) =>
    ['edit', 'del'].filter((action) => can(caller, `auth/group/${action}`) && (caller.super || !own.includes(row.id)));
  const list = wanted.map((row) => ({
    ...row,
    rules: describe(row.rules, titles, folders, caller),
    _moves: [],
    _actions: actions(row),
  }));
  return { list: nestRows(list as never, 'pid'), remark: engine.remarks.of(adminGroup, caller), group: own };
}

/** A group for its form: keys of leaves as text, since the tree adds their parents; `['*']` is the super group. */
async function editGroup({ engine: { db }, caller, query }: Call) {
  const { rows } = await visiblePermissionGroups(db, caller);
  const row = rows.find((one) => one.id === readKey(query.id));
  if (!row) throw notFound();
  if (row.rules === null) return { row: { ...row, rules: ['*'] } };
  const parents = new Set(
    (await db.rows<{ pid: number }>('select distinct pid from auth_menu where pid is not null')).map((one) => one.pid),
  );
  return { row: { ...row, rules: row.rules.filter((rule) => !parents.has(rule)).map(String) } };
}

/** The rules held by the caller. */
async function listRules({ engine, caller, params }: Call) {
  const choosing = isChoiceCall(params);
  // the group form loads this tree (wire contract §2.7); otherwise the list is for managers of rules
  const lists = ['auth/menu/index', 'auth/group/add', 'auth/group/edit'].some((node) => can(caller, node));
  if (!(choosing ? mayChooseRowsOfResource(engine.resources, menuEntryOrPermission, caller) : lists)) throw forbidden();
  const query = choosing
    ? readChoiceQuery(engine, menuEntryOrPermission, caller, params)
    : readListQuery(menuEntryOrPermission, params);
  const tree = withNumericKeepalive(
    (await readListAsTree(engine, menuEntryOrPermission, caller, { ...query, page: 1, limit: 5000 })) as Node[],
  );
  if (!choosing)
    return {
      list: tree.map((row) => ({ ...row, children: row.children ?? [] })),
      remark: engine.remarks.of(menuEntryOrPermission, caller),
    };
  const values = query.initial?.values;
  if (values)
    return {
      options: flat(tree)
        .filter((row) => values.includes(String(row.id)))
        .map((row) =>
          toOption({ ...row, title: row[titleFieldInLanguage(menuEntryOrPermission, row, caller.locale)] }),
        ),
    };
  return {
    options: flattenTreeToIndentedOptions(dropButtons(tree), menuEntryOrPermission, caller.locale).map(toOption),
  };
}
