import type { AnyField } from '#kernel/declaration/field.ts';
import { operators } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Measure } from '#kernel/declaration/statistical-measure-and-materialised-total.ts';
import { isOrderable, kindOf } from '#kernel/field/field.ts';
import { fieldsCoveredByQuickSearch } from '#kernel/list/fields-covered-by-quick-search.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { aggregateFieldsOf } from '#kernel/resource/declare-aggregates-over-referring-rows.ts';
import { calendarPeriods } from '#kernel/resource/statistical-measures-of-resource.ts';
import { joinList, type Locale, text } from '#kernel/text/text.ts';
import { relativeRanges } from '#kernel/time/day-ranges-relative-to-today.ts';
import { inForceDateFieldOfCitation } from '#kernel/version/fields-citing-published-version-of-row.ts';
import { maxRowsPerPage } from '#server/read/condition/read-list-query.ts';
import { referenceFieldsPointingTo } from '#server/read/row/choices-for-reference-field.ts';
import type { Parameter } from './open-api-types.ts';

const relative = Object.keys(relativeRanges).join(', ');

const texts = {
  page: text('页码，从 1 起', 'Page number, from 1'),
  limit: text('每页条数', 'Rows per page'),
  order: text('排序：字段,asc|desc', 'Sort order: field,asc|desc'),
  quick: text('快速搜索，空格分隔的词都须出现于：', 'Quick search; all space-separated words must occur in: '),
  search: text(
    '筛选条件，可多条（search[0]、search[1]…），同时成立。可筛字段与操作符见 x-filters；不认识的操作符被忽略，不认识的字段被拒绝。脱敏字段按所见内容比较；有查看敏感信息权限者以 = 查完整值为精确查询，会留下记录，每日限 30 个',
    'Conditions (search[0], search[1] …), all of which must hold. x-filters lists fields and operators; unknown operators are ignored, unknown fields refused. Masked fields are compared in masked form; "=" with a complete value is an exact search for callers who may reveal it, recorded and limited to 30 a day',
  ),
  any: text(
    '条件组，可多组（any[0]、any[1]…）：每组内成立其一即可，各组与其他条件须同时成立；脱敏字段只按所见内容比较。条件总数最多 50 个',
    'Groups of conditions (any[0], any[1] …): at least one of each group must hold, together with all other conditions. Masked fields are compared in masked form. At most 50 conditions in total',
  ),
  awaits: text('me：只取下一步由本人办理的', "me: only records awaiting the caller's step"),
  handler: text('me：只取分派给本人且未办结的', 'me: only open records assigned to the caller'),
  operator: text('操作符', 'Operator'),
  value: text(
    `筛选值；RANGE 为“起,止”，一端可空，日期与时间也可为 ${relative} 之一；IN 为逗号分隔`,
    `Value; RANGE takes "from,to", either end may be empty, and for dates and times also one of ${relative}; IN takes a comma-separated list`,
  ),
  render: text('datetime：RANGE 两端为 yyyy-mm-dd hh:MM:ss', 'datetime: the ends of RANGE are yyyy-mm-dd hh:MM:ss'),
  select: text(
    '作为下拉选项读取：只返回编号与名称，只接受 quick_search、initKey=id 与编号、名称的条件',
    'Return options for a picker: keys and titles only; accepts quick_search, initKey=id, and conditions on key and title',
  ),
  measure: text('指标：', 'Measure: '),
  by: text('区分的字段，逗号分隔：', 'Group-by fields, comma-separated: '),
  period: text('时段', 'Period'),
  level: text(
    '地区合并到的级别；不填为本人辖区的下一级',
    "Level at which areas are grouped; default: the one below the caller's own",
  ),
  columns: text(
    '只要这些列，逗号分隔；编号、名称、版本、状态与可办事项总会返回。不填则返回列表的全部列，但不含由其他记录得出、须指名才计算的列',
    'Only these columns, comma-separated; key, title, version, state and available actions are always included. Default: all columns of the list except those computed from other rows, which are included only on request',
  ),
  of: text(
    '与 select 一起：为哪个字段选择，按该字段的引用范围；不填只列本人可见的',
    'With select: the field to choose for, whose reference scope applies; default: only what the caller sees',
  ),
  on: text(
    '与 of 一起，字段引用某日施行的版本时：只要该日施行的版本',
    'With of, where the field cites the version in force on a day: only versions in force on that day',
  ),
  initKey: text('与 initValue 一起：只取这些记录', 'With initValue: only these rows'),
};

/**
 * Fields a list can be filtered by, with their operators. Personal data is compared masked, or exactly by callers who
 * may reveal it.
 */
export function filterableFieldsOf(resource: AnyResource): Record<string, readonly string[]> {
  const filters: Record<string, readonly string[]> = {};
  const own = Object.entries(resource.filters ?? {}).map(([name, { field }]) => [name, field] as const);
  for (const [name, field] of [...Object.entries(allColumnsOf(resource)), ...own]) {
    const offered = kindOf(field).operators;
    if (field.privacy === 'hidden' || field.filter === false || offered.length === 0) continue;
    filters[name] = field.privacy === 'masked' ? ['=', 'LIKE'] : offered;
  }
  return filters;
}

/** Fields a list can be ordered by. */
export const sortableFieldsOf = (resource: AnyResource): string[] =>
  Object.entries(allColumnsOf(resource))
    .filter(([name, field]: [string, AnyField]) => name === 'id' || isOrderable(field))
    .map(([name]) => name);

/** Parameters of a list call (wire contract §2.5). */
export function listParameters(resource: AnyResource, locale: Locale): Parameter[] {
  const query = (name: string, description: string, schema: Parameter['schema']): Parameter => ({
    name,
    in: 'query',
    description,
    schema,
  });
  const [field, direction] = resource.order ?? ['id', 'desc'];
  const fields = fieldsCoveredByQuickSearch(resource).map(({ label }) => label[locale]);
  const sorts = sortableFieldsOf(resource).flatMap((name) => [`${name},asc`, `${name},desc`]);
  return [
    ...(resource.tree
      ? []
      : [
          query('page', texts.page[locale], { type: 'integer', minimum: 1, default: 1 }),
          query('limit', texts.limit[locale], { type: 'integer', minimum: 1, maximum: maxRowsPerPage, default: 10 }),
        ]),
    query('order', texts.order[locale], { type: 'string', enum: sorts, default: `${field},${direction}` }),
    ...(fields.length > 0
      ? [query('quick_search', texts.quick[locale] + joinList(fields, locale), { type: 'string' })]
      : []),
    query('search[0][field]', texts.search[locale], {
      type: 'string',
      enum: Object.keys(filterableFieldsOf(resource)),
    }),
    query('search[0][operator]', texts.operator[locale], { type: 'string', enum: [...operators] }),
    query('search[0][val]', texts.value[locale], { type: 'string' }),
    query('search[0][render]', texts.render[locale], { type: 'string', enum: ['datetime'] }),
    query('any[0][0][field]', texts.any[locale], { type: 'string', enum: Object.keys(filterableFieldsOf(resource)) }),
    query('any[0][0][operator]', texts.operator[locale], { type: 'string', enum: [...operators] }),
    query('any[0][0][val]', texts.value[locale], { type: 'string' }),
    ...(resource.life ? [query('awaits', texts.awaits[locale], { type: 'string', enum: ['me'] })] : []),
    ...(resource.handler ? [query('handler', texts.handler[locale], { type: 'string', enum: ['me'] })] : []),
    query('columns', withOffered(texts.columns[locale], resource), { type: 'string' }),
    query('select', texts.select[locale], { type: 'string', enum: ['true'] }),
    query('initKey', texts.initKey[locale], { type: 'string', default: 'id' }),
    query('initValue[]', texts.initKey[locale], { type: 'array', items: { type: 'string' } }),
  ];
}

/**
 * The parameter that names the field for which options are requested: its reference may reach further than the caller's
 * own scope.
 */
export function choiceFieldParameter(
  resource: AnyResource,
  resources: readonly AnyResource[],
  locale: Locale,
): Parameter[] {
  const references = referenceFieldsPointingTo(resources, resource);
  if (references.length === 0) return [];
  const isDated = references.some((reference) => {
    const [name, field = ''] = reference.split('.');
    const one = resources.find((each) => each.name === name)?.fields[field];
    return one !== undefined && inForceDateFieldOfCitation(one) !== undefined;
  });
  return [
    { name: 'of', in: 'query', description: texts.of[locale], schema: { type: 'string', enum: references } },
    ...(isDated
      ? [
          {
            name: 'on',
            in: 'query' as const,
            description: texts.on[locale],
            schema: { type: 'string', format: 'date' },
          },
        ]
      : []),
  ];
}

/** Adds the columns that are computed only on request, if a list has any. */
function withOffered(description: string, resource: AnyResource): string {
  const names = aggregateFieldsOf(resource).flatMap(([name, one]) => (one.list === 'offered' ? [name] : []));
  return names.length === 0 ? description : `${description} (${names.join(', ')})`;
}

/** The parameters of a measure (`measure` call). */
export function measureParameters(resource: AnyResource, locale: Locale): Parameter[] {
  const measures = Object.entries<Measure>(resource.measures ?? {});
  const named = joinList(
    measures.map(([name, one]) => `${name} ${one.label[locale]}`),
    locale,
  );
  const fields = [...new Set(measures.flatMap(([, one]) => one.by))];
  const query = (name: string, description: string, schema: Parameter['schema']): Parameter => ({
    name,
    in: 'query',
    description,
    schema,
  });
  return [
    query('name', `${texts.measure[locale]}${named}`, { type: 'string', enum: measures.map(([name]) => name) }),
    query('by', `${texts.by[locale]}${fields.join(', ')}`, { type: 'string' }),
    query('period', texts.period[locale], { type: 'string', enum: [...calendarPeriods] }),
    query('level', texts.level[locale], { type: 'integer', minimum: 1, maximum: 3 }),
  ];
}
