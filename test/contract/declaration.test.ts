import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAccessibleToMembers } from '#kernel/access/member-rights-by-role.ts';
import type { DeadlineClock } from '#kernel/declaration/deadline-clock.ts';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { Lifecycle, State } from '#kernel/declaration/lifecycle.ts';
import { operators } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { standardActions } from '#kernel/declaration/standard-actions.ts';
import { hasColumn, kindOf, kinds, targetsOf } from '#kernel/field/field.ts';
import { ruleCodesOf } from '#kernel/lifecycle/deadline-clock-starts-stops-pauses-and-recalculation.ts';
import {
  correctionFields,
  hasMarkedFields,
  returnedByColumn,
} from '#kernel/lifecycle/fields-marked-on-return-for-correction.ts';
import { numberedFields } from '#kernel/lifecycle/fields-numbered-by-server.ts';
import { movesFrom, reachableStates } from '#kernel/lifecycle/lifecycle.ts';
import { hasChangeRequests } from '#kernel/lifecycle/pending-change-request-of-row.ts';
import { namesOfSearchedFields, quickSearchIndexTable } from '#kernel/list/fields-covered-by-quick-search.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { aggregateFieldsOf } from '#kernel/resource/declare-aggregates-over-referring-rows.ts';
import { permissionNodesOf, standardActionsOf } from '#kernel/resource/permission-nodes.ts';
import { sequenceOf, tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Text } from '#kernel/text/text.ts';
import { modules, resources } from '#modules/registry.ts';
import { serverModules } from '#modules/server.ts';
import type { Database } from '#server/db/open-database.ts';
import { createTestEngine, type TestEngine } from '../support/test-engine.ts';
import { zoo } from '../zoo/zoo.ts';
import { withNames } from './tested-resources.ts';

/** Tables that stay small need no index for quick search; the operation log repeats a few titles (migration 0032). */
const unindexed = new Set([
  'auth_department',
  'auth_group',
  'auth_menu',
  'user_group',
  'security_data_recycle',
  'security_sensitive_data',
  'reveal_log',
  'user_rule',
  'auth_admin',
  'auth_admin_log',
  'system_calendar',
  'system_time_rule',
  'system_word',
  'document_template',
  'message_notice', // each reads only their own
  'message_template',
]);

/** Texts that hold several numbers: a filter searches them for a part, among the words. */
const severalNumbers: ReadonlySet<string> = new Set(['travel_itinerary.contract_nos']);

/** Real and invented ones: the tables of the zoo are written like those of the business. */
const all = [...resources, ...zoo.resources];
/** The wire contract (§2.7 user.rule) fixes the weight of a new row: its key, which puts it first. */
const newRowsFirst: ReadonlySet<string> = new Set(['user_rule']);

let on: TestEngine;
let db: Database;
const columns = new Map<string, Map<string, { type: string; generated: boolean; preset: string | null }>>();
const indexes = new Map<string, { name: string; unique: boolean; definition: string }[]>();

beforeAll(async () => {
  on = await createTestEngine({ max: 2, also: zoo });
  db = on.db;
  for (const { table, name, type, generated, preset } of await db.rows<{
    table: string;
    name: string;
    type: string;
    generated: boolean;
    preset: string | null;
  }>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, a.attgenerated <> '' as generated,
       (select pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d where d.adrelid = a.attrelid and d.adnum = a.attnum) as preset
     from pg_attribute a join pg_class c on c.oid = a.attrelid where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped`,
  )) {
    if (!columns.has(table)) columns.set(table, new Map());
    columns.get(table)?.set(name, { type, generated, preset });
  }
  for (const { table, ...index } of await db.rows<{ table: string; name: string; unique: boolean; definition: string }>(
    `select t.relname as table, i.relname as name, x.indisunique as unique, pg_get_indexdef(x.indexrelid) as definition
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid where t.relnamespace = 'public'::regnamespace`,
  )) {
    indexes.set(table, [...(indexes.get(table) ?? []), index]);
  }
});
afterAll(() => on.close());

/** PostgreSQL's names of the types that kinds declare. */
const typeNames: Readonly<Record<string, string>> = {
  timestamptz: 'timestamp with time zone',
  time: 'time without time zone',
};
const typeOf = (one: AnyField) => typeNames[kindOf(one).column] ?? kindOf(one).column;
const bothLanguages = (label: Text | undefined) =>
  expect([label?.['zh-cn'], label?.en]).toEqual([expect.stringMatching(/\S/), expect.stringMatching(/\S/)]);
/** Words that are written in Latin letters in Chinese too: names of programs, protocols, services. */
const programs = new Set(['npm', 'cnpm', 'pnpm', 'yarn', 'none']);
const isName = (names: string) =>
  names
    .split(/[^A-Za-z]+/)
    .filter((one) => /[a-z]{3}/.test(one) && !programs.has(one))
    .every((one) => /[A-Z]/.test(one));
/** Every text in a declaration, wherever it stands. */
function* textsIn(value: unknown, seen: Set<unknown>): Generator<Text> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  const { 'zh-cn': zh, en } = value as Partial<Text>;
  if (typeof zh === 'string' && typeof en === 'string') yield { 'zh-cn': zh, en };
  for (const one of Object.values(value)) yield* textsIn(one, seen);
}
const statesOf = (life: Lifecycle) => Object.entries(life.states) as [string, State][];

test('names are unique, and every resource is found by its name in any letter case', () => {
  expect(new Set(all.map((one) => one.name.toLowerCase())).size).toBe(all.length);
  expect(new Set(all.map(tableOf)).size).toBe(all.length);
  for (const one of all) expect(on.engine.find(one.name.toUpperCase())).toBe(one);
});

test('modules have labels, and no rule of the menu is declared twice', () => {
  const declared = [...modules, zoo.module];
  const names = declared.flatMap((one) => [
    one.name,
    ...one.entries.flatMap((entry) => [
      entry.name,
      ...('fields' in entry
        ? permissionNodesOf(entry).map(({ node }) => node)
        : Object.keys(entry.actions ?? {}).map((action) => `${entry.name}/${action}`)),
    ]),
  ]);
  expect(names.map((name) => name.toLowerCase()).toSorted()).toEqual(
    [...new Set(names.map((name) => name.toLowerCase()))].toSorted(),
  );
  for (const one of declared) {
    bothLanguages(one.label);
    for (const entry of one.entries) bothLanguages(entry.label);
  }
});

test('every declared text is English in English, and Chinese in Chinese', () => {
  const controllers = on.platform.modules.flatMap((one) => one.controllers?.(on.platform) ?? []);
  const texts = [...textsIn([modules, serverModules(() => undefined), zoo.module, controllers], new Set())];
  expect(texts.length).toBeGreaterThan(3500);
  const wrong = texts.filter(({ 'zh-cn': zh, en }) => {
    // a Chinese paper or name is quoted as it stands
    const quoted = (en.match(/\p{Script=Han}+/gu) ?? []).every((one) => zh.includes(one));
    const written = zh.replace(/\{[\w.]+\}/g, ''); // without placeholders
    const isChinese = /\p{Script=Han}/u.test(written) || !/[a-z]{3}/.test(written) || isName(zh);
    return !quoted || zh === '' || en === '' || !isChinese;
  });
  expect(wrong).toEqual([]);
});

test('rows shipped with the product have English names', async () => {
  const han = '[一-龥]';
  const wrong: string[] = [];
  for (const one of all) {
    if (!one.titleEnglish) continue;
    const [table, title, english] = [tableOf(one), one.title, one.titleEnglish];
    const rows = await db.rows<{ title: string }>(
      `select "${title}" as title from "${table}" where coalesce("${english}", '') = '' or "${english}" ~ '${han}'`,
    );
    wrong.push(...rows.map((row) => `${one.name}: ${row.title}`));
  }
  expect(wrong).toEqual([]);
  const articles = `select article from system_time_rule where coalesce(article_en, '') = '' or article_en ~ '${han}'`;
  expect(await db.rows(articles)).toEqual([]);
});

test('a deadline that members can read is served: no change of the calendar shortens it', () => {
  const shown = all.flatMap((one: AnyResource) =>
    one.members
      ? Object.entries<DeadlineClock>(one.life?.clocks ?? {}).map(([name, clock]) => ({ name, of: one.name, clock }))
      : [],
  );
  expect(shown.length).toBeGreaterThan(8);
  for (const { of, name, clock } of shown)
    if (clock.rule !== undefined) expect([of, name, clock.served]).toEqual([of, name, true]);
});

test('who waits for a decision reads what is awaited, and not one of its results', () => {
  const isNegative = (label: string) => /不|未|退回/.test(label);
  const isPositive = (label: string) => /通过|成立|^同意|^准予/.test(label) && !isNegative(label);
  const open = resources.flatMap(({ name, life }) =>
    Object.entries<State>((life as Lifecycle | undefined)?.states ?? {}).flatMap(([state, { awaited }]) => {
      const labels = Object.values((life as Lifecycle).moves)
        .filter(({ from, to, by = ['admin'] }) => from.includes(state) && to !== undefined && by.includes('admin'))
        .map(({ label }) => label['zh-cn']);
      const opposed = labels.some(isNegative) && labels.some(isPositive);
      return opposed && !awaited ? [`${name} ${state}: ${labels.join('、')}`] : [];
    }),
  );
  expect(open).toEqual([]);
});

test('every kind offers only operators of the wire contract', () => {
  for (const kind of Object.values(kinds)) for (const operator of kind.operators) expect(operators).toContain(operator);
});

test('whatever ages has the column it is counted from, and keys where only so many rows are kept', () => {
  const without = on.engine.retentionRules.filter(({ table, keep: { from = 'createtime', most } }) => {
    const found = columns.get(table);
    return !found?.has(from) || (most !== undefined && !found.has('id'));
  });
  expect(without.map(({ table }) => table)).toEqual([]);
});

describe.each(withNames(all))('%s', (_name, resource) => {
  const fields = Object.entries(resource.fields);
  const table = tableOf(resource);

  test('every field has a column of its kind', () => {
    const found = columns.get(table);
    expect(found, `table ${table}`).toBeDefined();
    const wrong = Object.entries(allColumnsOf(resource))
      .filter(
        ([name, one]) =>
          name !== 'id' &&
          hasColumn(one) &&
          !one.computed &&
          found?.get(name)?.type !== typeOf(one) &&
          !(one.kind === 'integer' && found?.get(name)?.type === 'bigint'),
      )
      .map(([name, one]) => `${name}: ${found?.get(name)?.type} instead of ${typeOf(one)}`);
    expect(wrong).toEqual([]);
    const details = fields.flatMap(([, one]) => kindOf(one).detailsColumn?.(one.options) ?? []);
    expect(details.filter((name) => found?.get(name)?.type !== 'jsonb')).toEqual([]);
    const english = fields.flatMap(([, one]) => one.english ?? []);
    expect(english.filter((name) => found?.get(name)?.type !== 'text')).toEqual([]);
  });

  test('a computed field has a function of its name that takes the row', async () => {
    const computed = fields.flatMap(([name, one]) => (one.computed ? [name] : []));
    const found = await on.db.rows<{ name: string }>(
      `select p.proname as name from pg_proc p where p.proname = any($1) and p.pronargs = 1
         and p.proargtypes[0] = (select c.reltype from pg_class c where c.oid = to_regclass($2))`,
      [computed, table],
    );
    expect(found.map(({ name }) => name).toSorted()).toEqual(computed.toSorted());
    expect(computed.filter((name) => columns.get(table)?.has(name))).toEqual([]);
  });

  test('the base columns exist, and those of the life cycle', () => {
    const found = columns.get(table);
    const needed = ['id', 'version', 'createtime', 'updatetime'];
    if (resource.life) needed.push('status', 'due_at');
    if (resource.sortable) needed.push('weigh');
    if (resource.scope === 'area') needed.push('area_code');
    if (resource.owner) needed.push(resource.owner);
    const moves = Object.values((resource.life as Lifecycle | undefined)?.moves ?? {});
    if (moves.some((move) => move.steps)) needed.push('approval');
    expect(needed.filter((name) => !found?.has(name))).toEqual([]);
  });

  test('rows that are counted or summed for other rows are found by an index', () => {
    const without = aggregateFieldsOf(resource).filter(
      ([, , { of, by }]) =>
        !indexes.get(tableOf({ name: of }))?.some(({ definition }) => new RegExp(`\\(${by}[,)]`).test(definition)),
    );
    expect(without.map(([name]) => name)).toEqual([]);
  });

  test('the database maintains lists of references and trees', async () => {
    const needed = fields.flatMap(([name, one]) =>
      one.kind === 'parent'
        ? [`${table}_${name}_tree`]
        : one.kind === 'references' || one.kind === 'branches'
          ? [`${table}_${name}_listed`]
          : [],
    );
    const found = await on.db.rows<{ name: string }>(
      'select tgname as name from pg_trigger where tgname = any($1) and tgrelid = to_regclass($2)',
      [needed, table],
    );
    expect(found.map((one) => one.name).toSorted()).toEqual(needed.toSorted());
  });

  // a child row gets the last place in its parent
  test.runIf(resource.sortable && !resource.partOf)('a new row gets a place of its own in the order, the last', () => {
    const preset = columns.get(table)?.get('weigh')?.preset;
    expect(preset).toMatch(/nextval|currval/);
    const [by, direction] = resource.order ?? [];
    const isHighestFirst = by === 'weigh' && direction === 'desc';
    if (!newRowsFirst.has(table)) expect(/^\(?-/.test(preset ?? ''), preset ?? '').toBe(isHighestFirst);
  });

  test('unique fields have an index that names them', () => {
    const found =
      indexes
        .get(table)
        ?.filter((index) => index.unique)
        .map((index) => index.name) ?? [];
    for (const [name, one] of fields) {
      if (!one.unique) continue;
      const named =
        one.unique === true
          ? [`${table}_${name}`, `${table}_${name}_key`]
          : [`${table}_${[name, ...one.unique].join('_')}`];
      expect(
        found.some((index) => named.includes(index)),
        `${named.join(' or ')} among ${found.join(', ')}`,
      ).toBe(true);
      if (one.unique !== true) expect(one.unique.filter((other) => !resource.fields[other])).toEqual([]);
    }
  });

  test('the sequence of every number exists and belongs to its column', async () => {
    for (const [name, { gapless }] of numberedFields(resource)) {
      const query = 'select pg_get_serial_sequence($1, $2) as sequence';
      const found = await db.row<{ sequence: string | null }>(query, [table, name]);
      expect(found?.sequence).toBe(gapless ? null : `public.${sequenceOf(resource, name)}`);
    }
  });

  test('identifiers are compared, searched and filtered by their letters and digits', () => {
    const compact = new Set(fields.flatMap(([name, one]) => (kindOf(one).compact ? [name] : [])));
    const found = indexes.get(table) ?? [];
    for (const [name, one] of fields) {
      const others = Array.isArray(one.unique) ? one.unique : [];
      for (const each of one.unique ? [name, ...others].filter((other) => compact.has(other)) : [])
        expect(
          found.filter(({ unique, definition }) => unique && definition.includes(`compact_identifier(${each})`)).length,
          `${each} is unique in its compact form`,
        ).toBeGreaterThan(0);
      if (!compact.has(name) || !one.search) continue;
      expect(columns.get(table)?.get('search_text')?.preset).toContain(`compact_identifier(${name})`);
      if (severalNumbers.has(`${table}.${name}`)) continue;
      expect(
        found.filter(
          ({ definition }) =>
            definition.includes(`btree (compact_identifier(${name})`) &&
            (!definition.includes(' WHERE ') || definition.includes(`WHERE (${name} IS NOT NULL)`)),
        ).length,
        `${name} has an index by which a filter finds it`,
      ).toBeGreaterThan(0);
    }
  });

  test('quick search uses a generated column, and an index where there are many rows', () => {
    // a view uses those of its table
    if (namesOfSearchedFields(resource).length === 0 || table === 'enterprise_log') return;
    const searched = columns.get(table)?.get('search_text');
    expect(searched).toMatchObject({ type: 'text', generated: true });
    // as pg_get_expr prints it; a view is checked with its table
    const parts = searched?.preset?.match(/\w+/g) ?? [];
    const english = fields.flatMap(([, one]) => (one.search ? (one.english ?? []) : []));
    if (searched?.preset)
      expect(parts).toEqual(expect.arrayContaining([...namesOfSearchedFields(resource), ...english]));
    if (unindexed.has(table)) return;
    expect(
      indexes
        .get(quickSearchIndexTable(resource) ?? table)
        ?.some(({ definition }) => /gin .*bigrams\(search_text\)/.test(definition)),
      'gin (bigrams(search_text))',
    ).toBe(true);
  });

  test('what is found by its title is found by its English title', () => {
    if (resource.titleEnglish && resource.fields[resource.title]?.search)
      expect(resource.fields[resource.titleEnglish]?.search).toBe(true);
  });

  test('references point at existing resources', () => {
    for (const [name, one] of fields) {
      for (const { key, resource: to } of targetsOf(one)) {
        if (key === 'code') continue;
        const target = on.engine.find(to);
        expect(target, `${name} → ${to}`).toBeDefined();
        expect(target?.fields[target.title]?.privacy, `${name} shows a title that is personal data`).toBeUndefined();
        if (one.kind === 'parent') expect(target).toBe(resource);
      }
    }
    if (resource.tree) expect(resource.fields[resource.tree]?.kind).toBe('parent');
  });

  test('the title can be shown to everybody', () => {
    expect(resource.fields[resource.title]?.privacy).toBeUndefined();
  });

  test('everything people read is there in both languages', () => {
    bothLanguages(resource.label);
    if (resource.remark) bothLanguages(resource.remark);
    for (const [name, one] of Object.entries(allColumnsOf(resource))) {
      bothLanguages(one.label);
      if (one.hint) bothLanguages(one.hint);
      for (const option of Object.values((one.options.options ?? {}) as Record<string, Text>)) bothLanguages(option);
      expect(one.label.en, `English of ${name}`).not.toMatch(/[\u4e00-\u9fff]/);
    }
    for (const section of Object.values(resource.sections ?? {})) bothLanguages(section);
    for (const { label } of permissionNodesOf(resource)) bothLanguages(label);
  });

  test('sections, actions, order and options are declared', () => {
    for (const [name, one] of fields) {
      if (one.section) expect(resource.sections, `${name} in ${one.section}`).toHaveProperty(one.section);
      if (one.kind === 'select' || one.kind === 'radio') {
        expect(Object.keys(one.options.options as object).length).toBeGreaterThan(0);
        if (one.initial !== undefined) expect(one.options.options).toHaveProperty([String(one.initial)]);
      }
      if (one.required) expect(one.write, `${name} is required, so a form must ask for it`).not.toBe('server');
    }
    for (const action of standardActionsOf(resource)) expect(standardActions).toContain(action);
    if (resource.sections)
      for (const key of Object.keys(resource.sections))
        expect(
          fields.some(([, one]) => one.section === key),
          `section ${key} is used`,
        ).toBe(true);
    const [by] = resource.order ?? ['id'];
    expect(Object.keys(allColumnsOf(resource))).toContain(by);
    if (fields.some(([, one]) => one.privacy === 'masked')) expect(standardActionsOf(resource)).toContain('reveal');
  });

  test('masked fields can be masked, hidden ones are left out of lists and filters', () => {
    for (const [name, one] of fields) {
      if (one.privacy === 'masked')
        expect(kindOf(one).mask, `${name}: kind ${one.kind} knows how to mask`).toBeDefined();
      if (one.privacy === 'hidden') expect([one.list, one.filter]).toEqual(['never', false]);
      if (one.privacy) expect(one.search, `${name} is personal data`).toBeFalsy();
      if (one.kind === 'password') expect(one.privacy).toBe('hidden');
    }
  });

  describe.runIf(resource.life)('its life cycle', () => {
    const life = resource.life as Lifecycle;

    test('every state can be reached, and every state except the final ones can be left', () => {
      const reached = reachableStates(life);
      expect(
        statesOf(life)
          .map(([name]) => name)
          .filter((name) => !reached.has(name)),
      ).toEqual([]);
      for (const [name, state] of statesOf(life)) {
        if (state.final) expect(movesFrom(life, name), `${name} is final`).toEqual([]);
        else expect(movesFrom(life, name).length, `${name} has a way on`).toBeGreaterThan(0);
        bothLanguages(state);
      }
      expect(statesOf(life).some(([, state]) => state.final || movesFrom(life, life.initial).length > 0)).toBe(true);
    });

    test('moves and states have no names of actions, and officers can leave every state', () => {
      const used = new Set<string>([
        ...standardActions,
        'timeline',
        'points',
        'groups',
        'undo',
        'restore',
        'importTemplate',
        'rows',
        'corrections',
        'batch',
      ]);
      for (const [name, move] of Object.entries(life.moves)) {
        expect(used.has(name), name).toBe(false);
        expect(name).toMatch(/^[a-z]\w*$/i);
        bothLanguages(move.label);
        if (move.effect) bothLanguages(move.effect);
        for (const one of Object.values(move.input ?? {})) bothLanguages(one.label);
        for (const step of move.steps ?? []) bothLanguages(step.label);
        if (move.steps) expect(new Set(move.steps.map((step) => step.name)).size).toBe(move.steps.length);
        if (move.by?.includes('member'))
          expect(isAccessibleToMembers(resource), `${name} is made by members, so they hold rows`).toBe(true);
        if (move.reversible)
          expect(statesOf(life).find(([state]) => state === move.to)?.[1].final, `${name} leads to an end`).toBeFalsy();
      }
      for (const [name, state] of statesOf(life))
        if (!state.final) {
          // where only the platform leads to a state, as that of a closed enterprise's score, it may be what leads out
          const entered = Object.values(life.moves).filter(({ to }) => to === name);
          const byPlatform = entered.length > 0 && entered.every(({ by }) => by?.length === 0);
          const ways = byPlatform
            ? Object.values(life.moves).filter(({ from, to }) => from.includes(name) && to !== undefined && to !== name)
            : movesFrom(life, name, 'admin');
          expect(ways.length, name).toBeGreaterThan(0);
        }
    });

    test('the deadline rules of its clocks exist, and its table has a column for their unit', async () => {
      for (const clock of Object.values(life.clocks ?? {})) {
        bothLanguages(clock);
        if (clock.until !== undefined) continue;
        for (const code of ruleCodesOf(clock))
          expect(await db.row('select from system_time_rule where code = $1', [code]), code).toBeDefined();
      }
      if (life.clocks) expect(columns.get(tableOf(resource as AnyResource))?.has('due_unit')).toBe(true);
    });

    test('pending changes and the marks of a return have columns', () => {
      const waits = [
        ...(hasChangeRequests(life) ? ['pending', 'pending_sealed'] : []),
        ...(hasMarkedFields(life) ? [...Object.keys(correctionFields), returnedByColumn] : []),
      ];
      expect(waits.filter((one) => !columns.get(tableOf(resource as AnyResource))?.has(one))).toEqual([]);
    });

    test('stored input of a move fits its column', () => {
      for (const [name, move] of Object.entries(life.moves)) {
        for (const [input, one] of Object.entries(move.input ?? {})) {
          const stored = (resource as AnyResource).fields[input];
          if (stored?.write === 'server') expect(kindOf(one).column, `${name}.${input}`).toBe(kindOf(stored).column);
        }
      }
    });
  });
});
