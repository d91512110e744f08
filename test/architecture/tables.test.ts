import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import { isResource } from '#kernel/module/module.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { modules } from '../../modules/registry.ts';
import { files, imports, readSource } from './sources.ts';

/**
 * SQL follows the same borders as imports: it may name tables of its own module, of contracts that the module imports,
 * and of the platform. The server knows no business at all.
 */

/**
 * Tables that the server itself depends on although modules declare them: accounts, messages, reference data, the
 * recycle log, files.
 */
const PLATFORM = new Set(['auth', 'system', 'security', 'message', 'routine', 'user']);
/** Those of them that any module may read: divisions, the calendar, deadline rules. */
const REFERENCE = new Set(['system']);

/**
 * The module folders whose contracts declare resources of an area: `auth` → identity; `routine` is a name of
 * BuildAdmin, and shared.
 */
const modulesOf = new Map<string, Set<string>>();
for (const [area, folder] of declaredAreas()) modulesOf.set(area, (modulesOf.get(area) ?? new Set()).add(folder));

function declaredAreas(): (readonly [area: string, folder: string])[] {
  return fs
    .readdirSync(path.join(packageRoot, 'modules'), { withFileTypes: true })
    .filter((folder) => folder.isDirectory())
    .flatMap(({ name: folder }) => {
      const contract = path.join(packageRoot, 'modules', folder, 'contract');
      const names = fs.existsSync(contract)
        ? fs
            .readdirSync(contract, { recursive: true, encoding: 'utf8' })
            .filter((file) => file.endsWith('.ts'))
            .flatMap((file) => [
              ...fs.readFileSync(path.join(contract, file), 'utf8').matchAll(/\bname: '([a-z]+)\/[a-zA-Z]+'/g),
            ])
        : [];
      return names.map(([, area = '']) => [area, folder] as const);
    });
}

const created = fs
  .readdirSync(path.join(packageRoot, 'migrations'))
  .flatMap((file) => [
    ...fs
      .readFileSync(path.join(packageRoot, 'migrations', file), 'utf8')
      .matchAll(/\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?([a-z_]+)/gi),
  ])
  .map(([, table = '']) => table.toLowerCase());

/**
 * The area of every table, by its declaration or its name (`enterprise_draft`); tables without an area belong to the
 * platform.
 */
const areaOf = new Map<string, string | undefined>([
  ...created.map((table) => {
    const area = table.split('_')[0] as string;
    return [table, modulesOf.has(area) ? area : undefined] as const;
  }),
  ...modules
    .flatMap((one) => one.entries.filter(isResource))
    .map((resource) => [tableOf(resource), resource.name.split('/')[0] as string] as const),
]);

/** The parts of a list of tables: text, brackets, a comma followed by a table, and the end of the list. */
const inList =
  /'[^'\n]*'|(?<opens>[({[])|(?<shuts>[)}\]])|,(?:\s*(?:lateral\s+)?"?(?<table>[a-z_]+)\b(?!\s*\())?|(?<ends>[`;]|\b(?:where|order|group|having|limit|offset|for|union|except|intersect|returning|using|on\s+conflict|select)\b)/gi;

/** Tables after the commas of a list that begins before the given position: `from a, unnest(a.b) c, d e`. */
function behindCommas(source: string, begins: number): string[] {
  const tables: string[] = [];
  let depth = 0;
  for (const { groups = {} } of source.slice(begins).matchAll(inList)) {
    if (groups.opens) depth += 1;
    else if (groups.shuts) depth -= 1;
    else if (depth === 0 && groups.table) tables.push(groups.table);
    if (depth < 0 || (depth === 0 && groups.ends)) break;
  }
  return tables;
}

/** Tables named by the SQL of a file after keywords that expect one, and after commas. */
const tablesIn = (source: string): string[] =>
  [...source.matchAll(/\b(from|join|into|update|using|table|only)\s+(?:"?([a-z_]+)\b|(?=[({$]))/gi)]
    .flatMap(({ 0: { length }, 1: word = '', 2: table = '', index }) => [
      table,
      ...(/from|using/i.test(word) ? behindCommas(source, index + length) : []),
    ])
    .filter((table) => areaOf.has(table));

/**
 * The reason why the SQL of a file must not name a table; `known` are the modules whose contracts its module imports.
 */
function trespass(file: string, table: string, visible: ReadonlySet<string>): string | undefined {
  const area = areaOf.get(table);
  if (area === undefined) return undefined;
  const [top, folder = ''] = file.split('/');
  if (top !== 'modules') return PLATFORM.has(area) ? undefined : `the platform knows no ${area}`;
  const owners = [...(modulesOf.get(area) ?? [])];
  if (REFERENCE.has(area) || owners.some((owner) => owner === folder || visible.has(owner))) return undefined;
  return `${folder} does not import the contract of ${owners.join(' or ')}`;
}

/** The modules whose contracts the files of a module import, by its folder. */
const contractsOf = new Map<string, Set<string>>();
for (const { from, to } of imports) {
  const [, folder = ''] = /^modules\/([^/]+)\//.exec(from) ?? [];
  const [top, goal = '', part] = to.split('/');
  if (folder && top === 'modules' && part === 'contract')
    contractsOf.set(folder, (contractsOf.get(folder) ?? new Set()).add(goal));
}

test('SQL names only tables of its own module, of imported contracts, and of the platform', () => {
  const wrong = files
    .filter((file) => /^(?:server|modules)\//.test(file) && !file.endsWith('.tsx'))
    .flatMap((file) => {
      const visible = contractsOf.get(file.split('/')[1] ?? '') ?? new Set<string>();
      return tablesIn(readSource(file)).flatMap((table) => {
        const reason = trespass(file, table, visible);
        return reason ? [`${file}: ${table}: ${reason}`] : [];
      });
    });
  expect([...new Set(wrong)]).toEqual([]);
});

test('the check finds tables of other modules', () => {
  expect(tablesIn('select 1 from "enterprise" e join enterprise_draft d, into x')).toEqual([
    'enterprise',
    'enterprise_draft',
  ]);
  const lists = [
    'select 1 from x p, enterprise e where true',
    'delete from x using unnest(a, b) c, "enterprise" e',
    'select 1 from (select a, b from x where a) y, lateral (select 1) z, enterprise',
    'select 1 from ${sql.id(one(a, b))} t, enterprise e',
    'select 1 from x join y on a = b, only enterprise',
  ];
  for (const list of lists) expect([list, tablesIn(list)]).toEqual([list, ['enterprise']]);
  expect(tablesIn('select a from x order by b, enterprise')).toEqual([]);
  expect(tablesIn('select 1 from x, enterprise(1), lateral unnest(a, enterprise) b')).toEqual([]);
  expect(areaOf.get('enterprise_draft')).toBe('enterprise');
  expect(areaOf.get('history')).toBeUndefined();
  expect(trespass('server/a.ts', 'enterprise', new Set())).toBeDefined();
  expect(trespass('server/a.ts', 'auth_admin', new Set())).toBeUndefined();
  expect(trespass('modules/identity/server/a.ts', 'enterprise_draft', new Set())).toBeDefined();
  expect(trespass('modules/wall-screen/server/a.ts', 'auth_admin', new Set(['enterprise']))).toBeDefined();
  expect(trespass('modules/wall-screen/server/a.ts', 'enterprise', new Set(['enterprise']))).toBeUndefined();
  expect(trespass('modules/wall-screen/server/a.ts', 'system_area', new Set())).toBeUndefined();
});
