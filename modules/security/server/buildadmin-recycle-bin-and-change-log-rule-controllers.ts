import type { Pair } from '#kernel/kind/key-value-pairs.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { resourceController } from '#server/calls/resource-controller-derived-from-declaration.ts';
import { JsonText } from '#server/http/connection/encode-response-envelope.ts';
import type { Action, Call, Controller } from '#server/http/controller.ts';
import { isChoiceCall } from '#server/read/row/choices-for-reference-field.ts';
import { recycleBinListingRule } from '../contract/recycle-bin-listing-rule-of-administrators.ts';
import {
  fieldNameOf,
  selectableFields,
  selectableResources,
} from '../contract/resources-and-fields-as-select-options.ts';
import { sensitiveFieldChangeLogRule } from '../contract/sensitive-field-change-log-rule-of-administrators.ts';

type Row = Record<string, unknown>;

/** Choices of the form of a rule: declared tables, and the resources that write them (wire contract §2.7). */
function offered({ engine, caller }: Call) {
  const named = engine.resources.filter((one) => Object.hasOwn(selectableResources.options, one.name));
  return {
    tables: Object.fromEntries(named.map((one) => [tableOf(one), `${tableOf(one)} - ${one.label[caller.locale]}`])),
    controllers: Object.fromEntries(named.map(({ name }) => [name, name])),
  };
}

const parse = (answer: unknown): Row | undefined =>
  answer instanceof JsonText ? (JSON.parse(answer.text) as Row) : undefined;

/** Columns of a rule as pairs of field name and title. */
function titlesOf({ columns, titles }: Row, { caller }: Call): [name: string, title: string][] {
  const own = new Map(((titles || []) as Pair[]).map(({ key, value }) => [key, value]));
  // absent if the list selects other columns
  return ((columns ?? []) as string[]).map((column) => {
    const name = fieldNameOf(column);
    return [name, own.get(name) ?? selectableFields.options[column]?.[caller.locale] ?? column];
  });
}

/** Adds the columns as the BuildAdmin client expects them, `{column: title}`, besides our own list. */
const withTitles = (row: Row, call: Call): Row => ({ ...row, data_fields: Object.fromEntries(titlesOf(row, call)) });

/** Columns with titles as that client sends them: one by one, or as the map its form received. */
function sentTitles(sent: unknown): { key: string; value: unknown }[] | undefined {
  const pairs = Array.isArray(sent)
    ? (sent as (Row | null)[]).map((one) => [one?.name, one?.value ?? ''] as const)
    : sent && typeof sent === 'object'
      ? Object.entries(sent)
      : undefined;
  return pairs?.map(([key, value]) => ({ key: fieldNameOf(String(key)), value }));
}

/**
 * Converts what that client sends to the input of our form. `fields` overrides `data_fields`, and both override
 * `columns` and `titles`, which its form received and posts back.
 */
function asColumns({ columns, titles, data_fields, fields, ...body }: Readonly<Row>): Row {
  const isList = Array.isArray(data_fields);
  // for an empty value it posts ''
  const own = titles === undefined ? {} : { titles: titles || [] };
  if (columns !== undefined && !isList && !Array.isArray(fields)) return { ...body, columns, ...own };
  const map = sentTitles(Array.isArray(fields) ? fields : isList ? undefined : data_fields);
  const names = map?.map(({ key }) => key) ?? (isList ? (data_fields as unknown[]) : undefined);
  if (names === undefined) return { ...body, ...own };
  const of = typeof body.controller === 'string' ? body.controller : '';
  return {
    ...body,
    columns: names.map((name) => (String(name).includes('.') ? name : `${of}.${String(name)}`)),
    ...(map ? { titles: map } : {}),
  };
}

const withOffer = (action: Action): Action => ({
  ...action,
  handle: (call) => (call.method === 'GET' ? offered(call) : action.handle(call)),
});

/** Controllers of recycle and sensitive-field rules, in the shapes of the contract. */
export function buildAdminRecycleBinAndChangeLogRuleControllers(): readonly Controller[] {
  const recycling = resourceController(recycleBinListingRule).actions as Record<'add' | 'edit', Action>;
  const watching = resourceController(sensitiveFieldChangeLogRule).actions as Record<'index' | 'add' | 'edit', Action>;
  const withColumns = (action: Action) => (call: Call) => action.handle({ ...call, body: asColumns(call.body) });
  return [
    {
      app: 'admin',
      name: 'security.dataRecycle',
      actions: {
        add: withOffer(recycling.add),
        edit: {
          ...recycling.edit,
          async handle(call) {
            const answer = await recycling.edit.handle(call);
            const page = parse(answer);
            return page ? { ...page, ...offered(call) } : answer;
          },
        },
      },
    },
    {
      app: 'admin',
      name: 'security.sensitiveData',
      actions: {
        index: {
          ...watching.index,
          async handle(call) {
            const answer = await watching.index.handle(call);
            const page = parse(answer);
            if (!page || isChoiceCall(call.params)) return answer;
            const list = (page.list as Row[]).map((row) => ({
              ...row,
              data_fields: titlesOf(row, call).map(([, title]) => title),
            }));
            return { ...page, list };
          },
        },
        add: withOffer({ ...watching.add, handle: withColumns(watching.add) }),
        edit: {
          ...watching.edit,
          async handle(call) {
            const answer = await withColumns(watching.edit)(call);
            const page = parse(answer);
            return page ? { row: withTitles(page.row as Row, call), ...offered(call) } : answer;
          },
        },
      },
    },
  ];
}
