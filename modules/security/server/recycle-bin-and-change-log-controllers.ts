import type { AnyResource } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { admin } from '#modules/identity/contract/admin.ts';
import { can } from '#server/caller.ts';
import { allOrNoneBatchAction } from '#server/calls/all-or-none-batch-action.ts';
import { resourceController } from '#server/calls/resource-controller-derived-from-declaration.ts';
import { sql } from '#server/db/sql.ts';
import { JsonText } from '#server/http/connection/encode-response-envelope.ts';
import type { Action, Call, Controller } from '#server/http/controller.ts';
import { type CallWithValidatedInput, call } from '#server/http/declare-http-call-with-validated-input.ts';
import { nothing, object } from '#server/open-api/json-schema-shorthands.ts';
import { isChoiceCall } from '#server/read/row/choices-for-reference-field.ts';
import { readRow } from '#server/read/row/read-one-row-as-json.ts';
import { forbidden } from '#server/refusal.ts';
import { recycleBinEntry } from '../contract/recycle-bin-entry.ts';
import { sensitiveDataAccessLog } from '../contract/sensitive-data-access-log.ts';
import { sensitiveFieldChangeLog } from '../contract/sensitive-field-change-log.ts';
import { presentDeletedRows, restoreDeletedRows } from './restore-deleted-rows.ts';
import { rollBackSensitiveFieldChanges } from './roll-back-sensitive-field-changes.ts';

const texts = {
  restore: text('恢复数据', 'Restore deleted rows'),
  rollback: text('回滚敏感数据', 'Roll back sensitive data'),
};
type Row = Record<string, unknown> & { id: number };

/** The derived list and record calls, with their rows in the shape of the contract. */
function shaped(resource: AnyResource, shape: (rows: Row[], call: Call) => Promise<Row[]> | Row[]) {
  const { index, edit } = resourceController(resource).actions as Record<'index' | 'edit', Action>;
  return {
    index: {
      ...index,
      async handle(call: Call) {
        const answer = await index.handle(call);
        if (!(answer instanceof JsonText) || isChoiceCall(call.params)) return answer;
        const page = JSON.parse(answer.text) as { list: Row[] };
        return { ...page, list: await shape(page.list, call) };
      },
    },
    edit: {
      ...edit,
      async handle(call: Call) {
        const answer = await edit.handle(call);
        if (!(answer instanceof JsonText)) return answer;
        const { row } = JSON.parse(answer.text) as { row: Row };
        return { row: (await shape([row], call))[0] };
      },
    },
  };
}

/** Names of the officers by id, as logs of the contract contain them: no other data of the account. */
async function adminsOf({ engine }: Call, rows: readonly Row[]): Promise<ReadonlyMap<unknown, object>> {
  const ids = rows.map((row) => Number(row.admin_id ?? 0));
  const found = await engine.db.rows<{ id: number }>(
    sql`select id, username, nickname, coalesce(avatar, '') as avatar from ${sql.id(tableOf(admin))} where id = any(${ids}::bigint[])`,
  );
  return new Map(found.map((one) => [one.id, one]));
}

/** Label of a resource in the caller's language. */
const resourceLabel = ({ engine, caller }: Call, { resource }: Row): string =>
  engine.find(String(resource))?.label[caller.locale] ?? String(resource);

/** Names of a log row's resource in the fields where the contract has the table. */
const named = (call: Call, row: Row) => {
  const one = call.engine.find(String(row.resource));
  return {
    data_table: one ? tableOf(one) : String(row.resource),
    primary_key: 'id',
    resource_text: resourceLabel(call, row),
  };
};

async function shapeRecycled(rows: Row[], call: Call): Promise<Row[]> {
  const copies = await presentDeletedRows(
    call.engine,
    call.caller,
    rows.map(({ id, resource }) => ({ id, resource })),
  );
  const admins = await adminsOf(call, rows);
  return rows.map((row) => ({
    ...row,
    ...named(call, row),
    recycle_id: row.recycle_id ?? 0,
    admin_id: row.admin_id ?? 0,
    is_restore: Number(row.is_restore),
    recycle: row.recycle ?? { id: 0, name: '' },
    admin: admins.get(row.admin_id) ?? noAdmin(row),
    data: JSON.stringify(copies.get(row.id) ?? {}),
  }));
}

const noAdmin = (row: Row) => ({ id: 0, username: row.actor_name, nickname: row.actor_name, avatar: '' });

async function shapeSensitive(rows: Row[], call: Call): Promise<Row[]> {
  const admins = await adminsOf(call, rows);
  return rows.map((row) => ({
    ...row,
    ...named(call, row),
    sensitive_id: row.sensitive_id ?? 0,
    admin_id: row.admin_id ?? 0,
    is_rollback: Number(row.is_rollback),
    sensitive: row.sensitive ?? { id: 0, name: '' },
    admin: admins.get(row.admin_id) ?? noAdmin(row),
    data_comment: commentOf(call, row),
    data_field_text: commentOf(call, row),
    id_value: `id=${String(row.row_id)}`,
  }));
}

/** Title of a field in its rule, else its declared label. */
function commentOf({ engine, caller }: Call, { resource, data_field, data_comment }: Row): string {
  if (typeof data_comment === 'string' && data_comment !== '') return data_comment;
  const label: Text | undefined = engine.find(String(resource))?.fields[String(data_field)]?.label;
  return label?.[caller.locale] ?? String(data_field);
}

const rowInput = (log: AnyResource) => ({
  id: field.reference(text('编号', 'ID'), { to: log.name, required: true }),
});

/** `GET info`: one row of a log. */
const info = (
  log: AnyResource,
  summary: Text,
  run: (made: CallWithValidatedInput<ReturnType<typeof rowInput>>) => Promise<{ row: object }>,
): Action =>
  call({
    gate: 'rule',
    node: `${log.name}/info`,
    summary,
    input: rowInput(log),
    answer: object({ row: { type: 'object', additionalProperties: true } }),
    run,
  });

/** What a call for many rows of a log says of itself. */
const describedBatch = (summary: Text): Pick<Action, 'described'> => ({
  described: {
    summary,
    body: { ids: field.references(text('编号', 'IDs'), { to: recycleBinEntry.name, required: true }) },
    data: nothing,
  },
});

/** Controllers of the logs of deleted rows and changed fields, with restoring and rolling back. */
export function recycleBinAndChangeLogControllers(): readonly Controller[] {
  return [
    {
      app: 'admin',
      name: 'security.dataRecycleLog',
      actions: {
        ...shaped(recycleBinEntry, shapeRecycled),
        info: info(recycleBinEntry, text('删除的一条记录', 'A deleted record'), async (call) => {
          const row = await readRow<Row>(call.engine, recycleBinEntry, call.caller, call.input.id);
          const one = call.engine.find(String(row.resource));
          if (one && !can(call.caller, `${one.name}/index`)) throw forbidden();
          const [shown] = await shapeRecycled([row], call);
          return { row: { ...shown, data: JSON.parse(String(shown?.data)) as object } };
        }),
        restore: {
          ...allOrNoneBatchAction(recycleBinEntry, 'restore', texts.restore, ({ engine, caller }, ids) =>
            restoreDeletedRows(engine, caller, ids),
          ),
          ...describedBatch(text('恢复一批记录：全部或不恢复', 'Restore records, all or none')),
        },
      },
    },
    {
      app: 'admin',
      name: 'security.sensitiveDataLog',
      actions: {
        ...shaped(sensitiveFieldChangeLog, shapeSensitive),
        info: info(sensitiveFieldChangeLog, text('敏感数据的一次变动', 'A change to sensitive data'), async (call) => {
          const row = await readRow<Row>(call.engine, sensitiveFieldChangeLog, call.caller, call.input.id);
          if (!can(call.caller, `${String(row.resource)}/index`)) throw forbidden();
          const [shown] = await shapeSensitive([row], call);
          return { row: { ...shown, id_value: String(row.row_id) } };
        }),
        rollback: {
          ...allOrNoneBatchAction(sensitiveFieldChangeLog, 'rollback', texts.rollback, ({ engine, caller }, ids) =>
            rollBackSensitiveFieldChanges(engine, caller, ids),
          ),
          ...describedBatch(text('回滚一批变动：全部或不回滚', 'Roll back changes, all or none')),
        },
      },
    },
    {
      app: 'admin',
      name: 'security.revealLog',
      actions: shaped(sensitiveDataAccessLog, (rows, call) =>
        rows.map((row) => ({
          ...row,
          resource_text: resourceLabel(call, row),
          // present unless the list selects other columns
          ...(row.fields && row.resource
            ? { fields: (row.fields as string[]).map((name) => commentOf(call, { ...row, data_field: name })) }
            : {}),
        })),
      ),
    },
  ];
}
