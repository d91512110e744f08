import { field } from '#kernel/field/field.ts';
import { declaredOptionLists, findOptionList, isOptionValue } from '#kernel/option/option-list.ts';
import { joinList, type Text, text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine.ts';
import { call } from '#server/http/call.ts';
import { JsonText } from '#server/http/connection/envelope.ts';
import type { Controller } from '#server/http/controller.ts';
import { list as listOf, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { Refused } from '#server/refusal.ts';
import type { ChangeContext, Hooks, WriteContext } from '#server/write/hook/hooks.ts';
// lists that offices may already edit although no form uses them yet
import '../contract/complaint-and-opinion-option-lists.ts';
import '../contract/enforcement-option-lists.ts';
import '../contract/travel-reward-and-incident-option-lists.ts';
import { type ListOption, listOption } from '../contract/list-option.ts';
import { countUses, fieldsFor, fieldsOfLists, findUses, type ListField } from './count-and-find-option-uses.ts';

const texts = {
  value: text('不能含有逗号、顿号或分号', 'Must not contain commas or semicolons'),
  system: text(
    '系统依赖该词条，只能改名，不能停用',
    'The system relies on this entry: it can be renamed but not disabled',
  ),
  order: text('停用日期不能早于启用日期', 'Must not be before the effective date'),
  used: text('“{word}”正在使用：{where}。请改为停用。', '“{word}” is in use: {where}. Disable it instead.'),
  elsewhere: text('您无权查看的业务', 'records you may not see'),
  shipped: text('“{word}”是系统自带的词条，只能停用', '“{word}” is built in and can only be disabled'),
};

/** A change takes effect at once here, and in every other process as soon as it receives the event. */
export const listOptionHooks: Hooks<typeof listOption> = {
  add(context) {
    if (!isOptionValue(String(context.values.value ?? ''))) context.fail('value', texts.value);
    check(context);
  },
  edit: check,
  del: checkUnused,
};

/**
 * An option can be deleted while no row in any area uses it. A row written at the same moment is still stored: it then
 * shows the code, and adding the option again restores its label.
 */
async function checkUnused(context: ChangeContext<typeof listOption>): Promise<void> {
  const { before, caller, engine, tx } = context;
  const { list, value, label, label_en } = before;
  const named = { word: caller.locale === 'en' ? label_en : label };
  const declared = findOptionList(list);
  if (declared && Object.hasOwn(declared.initial, value))
    throw new Refused(texts.shipped, { values: named, data: { reason: 'referenced' } });
  const used = await findUses(tx, fieldsOfLists(engine.resources, list), value);
  if (used.length > 0) {
    const visible = fieldsFor(engine, caller, list);
    const isVisible = (one: ListField) =>
      visible.some(({ resource, name }) => resource === one.resource && name === one.name);
    const t = (one: Text) => one[caller.locale];
    const places = used.map((one) =>
      isVisible(one) ? `${t(one.resource.label)} · ${t(one.field.label)}` : t(texts.elsewhere),
    );
    const where = joinList([...new Set(places)], caller.locale);
    throw new Refused(texts.used, { values: { ...named, where }, data: { reason: 'referenced' } });
  }
  context.afterCommit(() => engine.optionLists.reload());
}

function check(context: WriteContext<typeof listOption>): void {
  const now = { ...context.before, ...context.values } as Pick<
    ListOption,
    'list' | 'value' | 'valid_from' | 'valid_to'
  >;
  const { list, value, valid_from, valid_to } = now;
  if (valid_from && valid_to && valid_to < valid_from) context.fail('valid_to', texts.order);
  if ((valid_from || valid_to) && findOptionList(list)?.system.includes(value))
    context.fail(valid_to ? 'valid_to' : 'valid_from', texts.system);
  context.afterCommit(() => context.engine.optionLists.reload());
}

/**
 * Adds declared options that never existed. In an existing list they are appended: options that administrators added,
 * renamed and ordered stay.
 */
export async function prepareListOptions({
  db,
  optionLists: lists,
}: Pick<Engine, 'db' | 'optionLists'>): Promise<void> {
  const initial = declaredOptionLists().flatMap((one) =>
    Object.entries(one.initial).map(([value, option], place) => ({
      place,
      list: one.name,
      value,
      label: option['zh-cn'],
      label_en: option.en,
      tone: option.tone ?? null,
    })),
  );
  const missing = initial.filter(({ list, value }) => !lists.has(list, value));
  if (missing.length === 0) return;
  const added = await db.query(
    sql`insert into system_word (list, value, label, label_en, tone) select list, value, label, label_en, tone
      from jsonb_to_recordset(${JSON.stringify(missing)}::jsonb) as r(place integer, list text, value text, label text, label_en text, tone text)
      where not exists (select from system_word w where w.list = r.list and w.value = r.value) order by list, place on conflict do nothing`,
  );
  if ((added.rowCount ?? 0) > 0) await lists.reload();
}

/**
 * `GET /api/words/index`: options of every list in both languages, for all forms. The boot calls contain their version;
 * a browser caches what it read until that changes.
 */
export const listOptionController: Controller = {
  app: 'api',
  name: 'words',
  actions: {
    index: call({
      gate: 'none',
      summary: text('各字典的词条（中英文）', 'Entries of all dictionaries (both languages)'),
      answer: object({ version: string, words: { type: 'object' } }),
      run: ({ engine }) =>
        new JsonText(`{"version":"${engine.optionLists.version()}","words":${engine.optionLists.text()}}`),
    }),
  },
};

/** `GET /admin/system.word/uses?list=enterprise/job`: the fields that use a list, and the number of rows per option. */
export const listOptionUsesController: Controller = {
  app: 'admin',
  name: listOption.name.replace('/', '.'),
  actions: {
    uses: call({
      gate: 'rule',
      node: `${listOption.name}/index`,
      summary: text(
        '一个字典用在哪些字段、各词条有多少条记录',
        'Fields using a dictionary and number of records per entry',
      ),
      input: { list: field.text(text('字典', 'Dictionary'), { required: true }) },
      answer: object({
        fields: listOf(object({ resource: string, field: string, label: string, rows: { type: 'object' } })),
      }),
      async run({ engine, caller, input }) {
        const fields = fieldsFor(engine, caller, input.list);
        const counts = await countUses(engine, caller, fields);
        return {
          fields: fields.map(({ resource, name, field: one }, place) => ({
            resource: resource.name,
            field: name,
            label: `${resource.label[caller.locale]} · ${one.label[caller.locale]}`,
            rows: Object.fromEntries(
              counts.filter((count) => count.place === place).map(({ value, rows }) => [value, rows]),
            ),
          })),
        };
      },
    }),
  },
};
