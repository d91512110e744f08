import { tableOf } from '#kernel/resource.ts';
import { resourceController } from '#server/calls/resource-controller.ts';
import type { Action, Call, Controller } from '#server/http/controller.ts';
import { JsonText } from '#server/http/envelope.ts';
import { isChoosing } from '#server/read/choices.ts';
import { nameableFields, nameableResources } from '../contract/nameable.ts';
import { recycle } from '../contract/recycle.ts';
import { sensitive } from '../contract/sensitive.ts';

type Row = Record<string, unknown>;

/** What the form of a rule chooses from: declared tables, and the resources that write them (wire contract §2.7). */
function offered({ engine, caller }: Call) {
  const named = engine.resources.filter((one) => Object.hasOwn(nameableResources.options, one.name));
  return {
    tables: Object.fromEntries(named.map((one) => [tableOf(one), `${tableOf(one)} - ${one.label[caller.locale]}`])),
    controllers: Object.fromEntries(named.map(({ name }) => [name, name])),
  };
}

const parse = (answer: unknown): Row | undefined =>
  answer instanceof JsonText ? (JSON.parse(answer.text) as Row) : undefined;

const titleOf = (column: string, { caller }: Call) => nameableFields.options[column]?.[caller.locale] ?? column;
const nameOf = (column: string) => column.slice(column.indexOf('.') + 1);

/** Columns as the client of the family names them, `{column: title}`, beside our own list of them. */
const withTitles = (row: Row, call: Call): Row => ({
  ...row,
  data_fields: Object.fromEntries((row.columns as string[]).map((one) => [nameOf(one), titleOf(one, call)])),
});

/**
 * What that client sends, as our form does: `fields` wins over `data_fields`, and both over the columns its form was given
 * and posts back. The map it was given with them says nothing new.
 */
function asColumns({ columns, data_fields, fields, ...body }: Readonly<Row>): Row {
  const listed = Array.isArray(fields) || Array.isArray(data_fields);
  if (columns !== undefined && !listed) return { ...body, columns };
  const told = Array.isArray(fields) ? fields.map((one) => (one as Row | null)?.name) : data_fields;
  const names = Array.isArray(told) ? told : told && typeof told === 'object' ? Object.keys(told) : undefined;
  if (names === undefined) return body;
  const of = typeof body.controller === 'string' ? body.controller : '';
  return { ...body, columns: names.map((name) => (String(name).includes('.') ? name : `${of}.${String(name)}`)) };
}

const withOffer = (action: Action): Action => ({
  ...action,
  handle: (call) => (call.method === 'GET' ? offered(call) : action.handle(call)),
});

/** Rules of recycling and of sensitive data, in the shapes of the contract. */
export function ruleControllers(): readonly Controller[] {
  const recycling = resourceController(recycle).actions as Record<'add' | 'edit', Action>;
  const watching = resourceController(sensitive).actions as Record<'index' | 'add' | 'edit', Action>;
  const told = (action: Action) => (call: Call) => action.handle({ ...call, body: asColumns(call.body) });
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
            if (!page || isChoosing(call.params)) return answer;
            const list = (page.list as Row[]).map((row) => ({
              ...row,
              data_fields: (row.columns as string[]).map((one) => titleOf(one, call)),
            }));
            return { ...page, list };
          },
        },
        add: withOffer({ ...watching.add, handle: told(watching.add) }),
        edit: {
          ...watching.edit,
          async handle(call) {
            const answer = await told(watching.edit)(call);
            const page = parse(answer);
            return page ? { row: withTitles(page.row as Row, call), ...offered(call) } : answer;
          },
        },
      },
    },
  ];
}
