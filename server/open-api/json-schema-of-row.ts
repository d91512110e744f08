import type { AnyField } from '#kernel/declaration/field.ts';
import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { holdsSeveralValues, isPolymorphicReference, kindOf, targetOf, targetsOf } from '#kernel/field/field.ts';
import { emptyWireValue } from '#kernel/kind/field-kind-type-and-shared-conversions.ts';
import { isChildList, maxChildRowsInRecord } from '#kernel/kind/linked/child-rows.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { standardActionsOf } from '#kernel/resource/permission-nodes.ts';
import { assignPermissionNode } from '#kernel/resource/permissions-to-assign-and-handle-rows.ts';
import { controllerNameOf, relationNameOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Locale, text } from '#kernel/text/text.ts';
import type { JsonSchema } from '#server/http/json-schema-and-call-description-types.ts';
import { isAlwaysListed } from '#server/read/condition/read-requested-columns-of-list.ts';
import { orNull, valueSchema } from './json-schema-of-field-values-and-bodies.ts';

const texts = {
  recordOnly: text('仅在详情中返回', 'Only in details'),
  brief: text('列表中只有开头部分，不含标记', 'In lists only the beginning, without markup'),
  relation: text('所指记录', 'Referenced record'),
  heading: text('人们对它的称呼', 'Title of the row'),
  area: text('行政区划名称', 'Name of the division'),
  moves: text('当前调用者此刻可执行的流转', 'Steps the caller may take now'),
  approval: text(
    '待批的流转及其已办环节，无则为 null；会员不返回',
    'The proposed move that waits for approval, with the steps taken; otherwise null. Not for members',
  ),
  closed: text(
    '仅在详情中返回：此刻不具备条件的流转及其原因的序号',
    'Only in the record: moves that are not possible now, with the index of the reason',
  ),
  clocks: text('读取详情时返回：各项期限，未结束的在前', 'Returned with details: time limits, unfinished first'),
  actions: text('当前调用者此刻可执行的操作', 'Actions the caller may take now'),
  row: text('一条记录', 'A record'),
  restricted: text('仅持有该权限者可见，否则没有此字段', 'Visible only with this permission, otherwise absent'),
  rows: text(
    '详情中为各行，超过 200 行时为 null（用 rows 分页读取）；列表中为行数',
    'In a record its rows, null above 200 (read them in pages with rows); in lists their number',
  ),
};

/** Name of a resource's row schema in the document. */
export const rowSchemaName = (resource: AnyResource) => controllerNameOf(resource);
export const rowReference = (resource: AnyResource): JsonSchema => ({
  $ref: `#/components/schemas/${rowSchemaName(resource)}`,
});

/** Name of the schema of a row as its moves answer it. */
export const movedRowSchemaName = (resource: AnyResource) => `${rowSchemaName(resource)}.moved`;
export const movedRowReference = (resource: AnyResource): JsonSchema => ({
  $ref: `#/components/schemas/${movedRowSchemaName(resource)}`,
});

/** A row as its moves answer it: without what is read from other rows. */
export function movedRowSchema(resource: AnyResource, locale: Locale): JsonSchema {
  const own = Object.entries(allColumnsOf(resource)).filter(([, field]) => !isChildList(field) && !field.from);
  const row = rowSchema(resource, locale, () => undefined);
  const named = new Set([...own.map(([name]) => name), '_moves', '_approval', '_closed', '_actions']);
  const properties = Object.entries(row.properties as Record<string, JsonSchema>).filter(([name]) => named.has(name));
  const required = (row.required as string[]).filter((name) => named.has(name));
  return { ...row, required, properties: Object.fromEntries(properties) };
}

/** A row as lists and records return it, without hidden fields and with masked ones masked. */
export function rowSchema(resource: AnyResource, locale: Locale, find: FindResource): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const [name, field] of Object.entries(allColumnsOf(resource))) {
    if (field.privacy === 'hidden') continue;
    const inLists = field.list !== 'never' || isAlwaysListed(resource, name);
    const schema = isChildList(field) ? listSchema(field, locale) : presented(field, locale);
    const shortened = kindOf(field).brief ? texts.brief[locale] : undefined;
    const note = field.reads ? texts.restricted[locale] : inLists ? shortened : texts.recordOnly[locale];
    const always = ['id', 'version', 'createtime', 'updatetime', 'status'].includes(name) || field.required;
    const unset = resource.nulls === false && emptyWireValue(kindOf(field)) !== null;
    properties[name] = withDescription(always || unset ? schema : orNull(schema), note);
    if (inLists && field.reads === undefined) required.push(name);
    const relation = relationSchema(name, field, locale, find);
    if (relation) properties[relationNameOf(name)] = relation;
  }
  if (resource.tree) properties.children = { type: 'array', items: rowReference(resource) };
  const moves = Object.keys(resource.life?.moves ?? {});
  properties._moves = {
    type: 'array',
    description: texts.moves[locale],
    items: { type: 'string', ...(moves.length > 0 ? { enum: moves } : {}) },
  };
  if (Object.values<Move>(resource.life?.moves ?? {}).some((move) => move.steps))
    properties._approval = orNull({ type: 'object', description: texts.approval[locale] });
  if (Object.values<Move>(resource.life?.moves ?? {}).some((move) => move.when))
    properties._closed = orNull({
      type: 'object',
      description: texts.closed[locale],
      additionalProperties: { type: 'integer' },
    });
  if (resource.life?.clocks)
    properties._clocks = { type: 'array', description: texts.clocks[locale], items: { type: 'object' } };
  const actions: string[] = standardActionsOf(resource).filter((one) => one !== 'index' && one !== 'add');
  if (resource.handler !== undefined) actions.push(assignPermissionNode[0]);
  properties._actions = {
    type: 'array',
    description: texts.actions[locale],
    items: { type: 'string', enum: actions },
  };
  Object.assign(properties, headingSchema(resource, locale));
  required.push('_moves', '_actions');
  return { type: 'object', title: resource.label[locale], required, properties };
}

/** The schema of a returned field: masks and stored forms need not match what may be sent. */
function presented(field: AnyField, locale: Locale): JsonSchema {
  const schema = valueSchema(field, locale);
  if (field.privacy !== 'masked' && !kindOf(field).sealed) return schema;
  const { pattern: _pattern, format: _format, minLength: _least, ...rest } = schema;
  return rest;
}

/** Child rows: in a record the rows, or null if there are too many; in lists their number. */
const listSchema = (field: AnyField, locale: Locale): JsonSchema => ({
  title: field.label[locale],
  description: texts.rows[locale],
  anyOf: [
    {
      type: 'array',
      maxItems: maxChildRowsInRecord,
      items: { $ref: `#/components/schemas/${controllerNameOf({ name: String(field.options.of) })}` },
    },
    { type: 'integer', minimum: 0 },
  ],
});

const withDescription = (schema: JsonSchema, more: string | undefined): JsonSchema =>
  more === undefined ? schema : { ...schema, description: [schema.description, more].filter(Boolean).join(' · ') };

/** The row's heading, if the resource declares one. */
const headingSchema = (resource: AnyResource, locale: Locale): Record<string, JsonSchema> =>
  resource.heading ? { _heading: { type: 'string', description: texts.heading[locale] } } : {};

function relationSchema(name: string, field: AnyField, locale: Locale, find: FindResource): JsonSchema | undefined {
  if (isPolymorphicReference(field)) {
    const types = targetsOf(field).map(({ resource }) => resource);
    const title = { type: ['string', 'null'] };
    const properties = { type: { type: 'string', enum: types }, id: { type: 'integer' }, title };
    return { type: ['object', 'null'], description: texts.relation[locale], properties };
  }
  const named = targetOf(field);
  if (!named?.carried || named.key === name) return undefined;
  if (named.key === 'code') {
    const properties = { code: { type: 'string' }, name: { type: 'string' }, full_name: { type: ['string', 'null'] } };
    return { type: ['object', 'null'], description: texts.area[locale], properties };
  }
  const target = find(named.resource);
  if (!target) return undefined;
  const properties = {
    id: { type: 'integer' },
    [target.title]: { type: ['string', 'null'] },
    ...headingSchema(target, locale),
  };
  const object = { type: 'object', description: texts.relation[locale], properties };
  return holdsSeveralValues(field) ? { type: 'array', items: object } : orNull(object);
}
