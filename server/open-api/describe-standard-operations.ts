import type { Actor } from '#kernel/declaration/account-types-and-member-role-names.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { writableFields } from '#kernel/lifecycle/fields-writable-and-row-deletable-in-state.ts';
import { fieldsSummedPerGroup, fieldsToGroupListBy } from '#kernel/list/list-grouping-fields-and-group-sums.ts';
import { childListsOf } from '#kernel/resource/child-lists-of-resource.ts';
import { fieldsWithBannedWordScreening } from '#kernel/screening/fields-with-banned-word-screening.ts';
import type { Locale, Text } from '#kernel/text/text.ts';
import type { JsonSchema } from '#server/http/json-schema-and-call-description-types.ts';
import { bodyExampleOf, describeBatchOperation } from './describe-batch-operation.ts';
import { describeExportOperation } from './describe-export-operation.ts';
import { describePreviewOperation } from './describe-preview-operation.ts';
import { bodyExample, bodySchema } from './json-schema-of-field-values-and-bodies.ts';
import { rowReference } from './json-schema-of-row.ts';
import { enumOf, key as id, list, nothing, object, string } from './json-schema-shorthands.ts';
import { operationDescriptions, standardActionSummaries } from './operation-summaries-and-descriptions.ts';
import { filterableFieldsOf, listParameters, measureParameters } from './query-parameters-of-list-and-measure-calls.ts';
import {
  type OperationWithoutEnvelope,
  queryParameter,
} from './resource-operation-before-envelope-and-query-parameter.ts';
import { fieldCorrectionsSchema, timelineSchema } from './timeline-and-field-correction-schemas.ts';

const word: JsonSchema = { type: 'string' };

/** What the description of a standard action depends on. */
interface StandardAction {
  readonly resource: AnyResource;
  readonly app: 'admin' | 'api';
  /** `<action>.<method>` */
  readonly call: string;
  readonly summary: string;
  readonly locale: Locale;
}

type Parts = Readonly<Record<string, (action: StandardAction) => Omit<OperationWithoutEnvelope, 'summary'>>>;

/** Actions that read rows. */
const reading: Parts = {
  'index.get': ({ resource, locale }) => {
    const row = rowReference(resource);
    return {
      parameters: listParameters(resource, locale),
      filters: filterableFieldsOf(resource),
      refusals: ['parameter'],
      data: resource.tree
        ? object({ list: list(row), remark: { type: 'string' } })
        : object(
            {
              list: list(row),
              total: { type: 'integer' },
              total_estimated: { type: 'boolean', const: true },
              remark: { type: 'string' },
            },
            ['list', 'total', 'remark'],
          ),
    };
  },
  'edit.get': ({ resource }) => {
    const row = rowReference(resource);
    return { parameters: [queryParameter('id', id, undefined, true)], data: object({ row }), refusals: ['notFound'] };
  },
  'timeline.get': ({ locale }) => ({
    parameters: [queryParameter('id', id, undefined, true), queryParameter('before', { type: 'string' })],
    data: timelineSchema(locale),
    refusals: ['notFound'],
  }),
  'handlers.get': () => ({
    parameters: [queryParameter('id', id, undefined, true), queryParameter('quick_search', { type: 'string' })],
    data: object({
      list: list(object({ id, name: word, username: word, department: { type: ['string', 'null'] } })),
    }),
    refusals: ['notFound'],
  }),
  'corrections.get': () => ({
    parameters: [queryParameter('id', id, undefined, true)],
    data: fieldCorrectionsSchema,
    refusals: ['notFound'],
  }),
  'rows.get': ({ resource }) => {
    const field: JsonSchema = { type: 'string', enum: childListsOf(resource).map(([name]) => name) };
    const input = { id, field, page: id, limit: id };
    const parameters = Object.entries(input).map(([name, one]) =>
      queryParameter(name, one, undefined, name in { id, field }),
    );
    const data = object({ list: list({ type: 'object' }), total: { type: 'integer' } });
    return { parameters, data, refusals: ['parameter'] };
  },
  'groups.get': ({ resource, locale }) => ({
    description: operationDescriptions.groups[locale],
    parameters: [
      queryParameter('group', { type: 'string', enum: fieldsToGroupListBy(resource) }, undefined, true),
      queryParameter('period', { type: 'string', enum: ['month', 'day'], default: 'month' }),
      queryParameter('sums', { type: 'string' }, fieldsSummedPerGroup(resource).join(', ')),
      ...listParameters(resource, locale).filter(({ name }) => /^(quick_search|search|any|awaits|handler)/.test(name)),
    ],
    filters: filterableFieldsOf(resource),
    data: object({ list: list({ type: 'object' }), more: { type: 'boolean' } }),
    refusals: ['parameter'],
  }),
  'points.get': ({ resource, locale }) => ({
    description: operationDescriptions.points[locale],
    parameters: listParameters(resource, locale).filter(({ name }) =>
      /^(order|quick_search|search|any|awaits|handler)/.test(name),
    ),
    filters: filterableFieldsOf(resource),
    data: object({ points: list(list({})), more: { type: 'boolean' } }),
    refusals: ['parameter'],
  }),
  'measure.get': ({ resource, locale }) => ({
    description: operationDescriptions.measure[locale],
    parameters: [
      ...measureParameters(resource, locale),
      ...listParameters(resource, locale).filter(({ name }) => /^(quick_search|search|any|awaits|handler)/.test(name)),
    ],
    filters: filterableFieldsOf(resource),
    data: object({ list: list({ type: 'object' }), more: { type: 'boolean' }, month: { type: 'string' } }),
    refusals: ['parameter'],
  }),
  'reveal.post': ({ resource }) => ({
    body: object({
      id,
      fields: list({ type: 'string', enum: maskedFields(resource) }),
      reason: { type: 'string', minLength: 2, maxLength: 200 },
    }),
    data: object({ row: { type: 'object' } }),
    refusals: ['invalid', 'notFound'],
  }),
};

/** Actions that change rows. */
const writing: Parts = {
  'edit.post': ({ resource, app, locale }) => {
    const fields = writableFields(resource, 'edit');
    const form = bodySchema(fields, locale, true);
    const closed = describeClosed(resource, app === 'admin' ? 'admin' : 'member', locale);
    return {
      ...(closed ? { description: closed } : {}),
      body: formWithKeyAndVersion(form, locale),
      example: { id: 1, version: 1, ...bodyExampleOf(resource) },
      data: nothing,
      refusals: ['invalid', 'notFound', 'stale', 'duplicate'],
    };
  },
  'add.post': ({ resource, locale }) => {
    const fields = writableFields(resource, 'add');
    return {
      body: bodySchema(fields, locale),
      example: bodyExample(fields),
      data: object({ id }),
      refusals: ['invalid', 'duplicate'],
    };
  },
  'del.delete': ({ call }) => {
    const ids = list(id);
    const input =
      call === 'del.post' ? { body: object({ ids }) } : { parameters: [queryParameter('ids[]', ids, undefined, true)] };
    return { ...input, data: object({ undo: ids }), refusals: ['notFound', 'referenced'] };
  },
  'del.post': ({ call }) => {
    const ids = list(id);
    const input =
      call === 'del.post' ? { body: object({ ids }) } : { parameters: [queryParameter('ids[]', ids, undefined, true)] };
    return { ...input, data: object({ undo: ids }), refusals: ['notFound', 'referenced'] };
  },
  'sortable.post': () => {
    return { body: object({ id, targetId: id }), data: nothing, refusals: ['notFound', 'parameter'] };
  },
  'restore.post': () => ({
    body: object({ ids: list(id) }),
    data: object({ restored: { type: 'integer' } }),
    refusals: ['notFound', 'duplicate'],
  }),
  'undo.post': () => {
    return { body: object({ history_id: id }), data: object({ id }), refusals: ['notFound', 'stale'] };
  },
  'batch.post': ({ resource, locale }) => {
    return { ...describeBatchOperation(resource, locale) };
  },
  'assign.post': () => ({
    body: object({ id, ids: list(id), to: { type: ['integer', 'null'], minimum: 0 } }, ['to']),
    data: nothing,
    refusals: ['notFound', 'parameter'],
  }),
  'screen.post': ({ resource }) => ({
    body: object(Object.fromEntries(fieldsWithBannedWordScreening(resource.fields).map((name) => [name, string])), []),
    data: object({
      list: list(object({ field: enumOf(...fieldsWithBannedWordScreening(resource.fields)), message: string })),
    }),
    refusals: [],
  }),
  'foresee.post': ({ resource, locale }) => {
    return { ...describePreviewOperation(resource, locale), refusals: ['parameter', 'notFound'] };
  },
};

/** Export and import. */
const transfer: Parts = {
  'export.get': ({ resource, call, locale, summary }) => {
    return describeExportOperation(resource, summary, call === 'export.post', locale);
  },
  'export.post': ({ resource, call, locale, summary }) => {
    return describeExportOperation(resource, summary, call === 'export.post', locale);
  },
  'import.post': ({ locale }) => ({
    description: operationDescriptions.imported[locale],
    form: object(
      {
        file: { type: 'string', contentMediaType: 'application/octet-stream', description: '.xlsx, .csv' },
        mode: {
          type: 'string',
          enum: ['all_or_nothing', 'valid_only'],
          default: 'all_or_nothing',
          description: operationDescriptions.mode[locale],
        },
        dry: { type: 'string', enum: ['0', '1'], default: '0' },
        again: { type: 'string', enum: ['0', '1'], default: '0' },
        columns: { type: 'string' },
        values: { type: 'string' },
        synonyms: { type: 'string' },
      },
      ['file'],
    ),
    data: object({ job_id: id }),
    refusals: ['parameter', 'repeated'],
  }),
};

const parts: Parts = { ...reading, ...writing, ...transfer };
const fileAddress = object({ url: { type: 'string' } });

/** The description of a standard action; undefined for others. */
export function describeStandardOperation(
  resource: AnyResource,
  app: 'admin' | 'api',
  call: string,
  locale: Locale,
): OperationWithoutEnvelope | undefined {
  const summary = standardActionSummaries[call]?.[locale];
  if (summary === undefined) return undefined;
  return { summary, ...(parts[call]?.({ resource, app, call, summary, locale }) ?? { data: fileAddress }) };
}

const maskedFields = (resource: AnyResource) =>
  Object.entries(resource.fields)
    .filter(([, field]) => field.privacy === 'masked')
    .map(([name]) => name);

/** A form with the row's key and the version its sender saw. */
export const formWithKeyAndVersion = (form: JsonSchema, locale: Locale): JsonSchema => ({
  ...form,
  required: ['id', ...((form.required as string[] | undefined) ?? [])],
  properties: {
    id,
    version: { type: 'integer', description: operationDescriptions.version[locale] },
    ...(form.properties as Readonly<Record<string, JsonSchema>>),
  },
});

/** Writable fields by state, if a state closes any of them to this actor. */
function describeClosed(resource: AnyResource, actor: Actor, locale: Locale): string | undefined {
  const states = Object.entries((resource.life?.states ?? {}) as Readonly<Record<string, Text>>);
  const whole = Object.keys(writableFields(resource, 'edit'));
  const rules = states.flatMap(([state, label]) => {
    const open = Object.keys(writableFields(resource, 'edit', { actor, state }));
    return open.length === whole.length
      ? []
      : [`- ${label[locale]} (${state}): ${open.join(', ') || operationDescriptions.nothing[locale]}`];
  });
  return rules.length > 0 ? [operationDescriptions.closed[locale], ...rules].join('\n') : undefined;
}
