import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { memberAccount } from '#modules/member/contract/member-account.ts';
import {
  deleteRows,
  readRowForEditing as readEdit,
  listRows as readIndex,
  resourceController,
} from '#server/calls/resource-controller-derived-from-declaration.ts';
import { sql } from '#server/db/sql.ts';
import { suffixOf } from '#server/files/storage/clean-file-name.ts';
import { JsonText } from '#server/http/connection/encode-response-envelope.ts';
import type { Action, Call, Controller } from '#server/http/controller.ts';
import { call, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import { originOf } from '#server/http/files/upload-controllers-and-storage-route.ts';
import { boolean, integer, key, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { attachment } from '../contract/attachment.ts';
import { readRecordsReferringToFile } from './read-records-referring-to-file.ts';

const deleted = text('删除了{n}条记录和文件', '{n} {n|record|records} deleted, with {n|its file|their files}');

interface AttachmentRow extends Record<string, unknown> {
  url: string;
  admin_id: number | null;
  user_id: number | null;
}

const derived = resourceController(attachment).actions as Record<'index' | 'edit' | 'del', Action>;

/**
 * List, form and deletion in the shape stock clients expect (wire contract §2.7), and the records that refer to a file.
 */
export const attachmentListDeletionAndUsageController: Controller = {
  app: 'admin',
  name: 'routine.attachment',
  actions: {
    index: { ...derived.index, handle: readList },
    edit: {
      ...derived.edit,
      handle: (call) => (call.method === 'GET' ? readForm(call) : derived.edit.handle(call)),
    },
    del: { ...derived.del, handle: (call) => deleteRows(attachment, call, deleted) },
    usage: call({
      gate: 'rule',
      node: `${attachment.name}/index`,
      summary: text('一个文件用在哪些记录里', 'Records in which a file is used'),
      description: text(
        '只列本人可见的记录，最多 100 条；total 为全部引用数。current 为 false 表示记录现在用的是别的文件，时间线里仍有它。',
        'Only records the caller may see, at most 100; total counts all references. current is false if the record now uses another file while its timeline still shows this one.',
      ),
      input: { id: rowKeyInput(text('编号', 'ID')) },
      answer: object({
        list: list(
          object({
            resource: string,
            id: key,
            title: orNull(string),
            field: string,
            field_label: string,
            current: boolean,
          }),
        ),
        total: integer,
      }),
      run: (made) => readRecordsReferringToFile(made, made.input.id),
    }),
  },
};

async function readList(call: Call): Promise<JsonText> {
  const answer = await readIndex(attachment, call);
  const page = JSON.parse(answer.text) as { list?: AttachmentRow[] };
  if (!page.list || page.list[0]?.url === undefined) return answer;
  return new JsonText(JSON.stringify({ ...page, list: await describeFiles(page.list, call) }));
}

/** The row for its form, in the shape of the list. */
async function readForm(call: Call): Promise<JsonText> {
  const { row } = JSON.parse((await readEdit(attachment, call)).text) as { row: AttachmentRow };
  return new JsonText(JSON.stringify({ row: (await describeFiles([row], call))[0] }));
}

/** Adds to each row its full URL, its extension and its uploader: an officer or a member; the other is null. */
async function describeFiles(rows: readonly AttachmentRow[], { engine, request }: Call): Promise<AttachmentRow[]> {
  const members = await engine.db.rows<{ id: number; username: string; nickname: string; avatar: string | null }>(
    sql`select id, username, nickname, avatar from ${sql.id(tableOf(memberAccount))} where id = any(${rows.map(({ user_id }) => user_id ?? 0)}::bigint[])`,
  );
  const byId = new Map(members.map((one) => [one.id, one]));
  const origin = originOf(request);
  return rows.map((row) => ({
    ...row,
    suffix: suffixOf(row.url),
    full_url: `${origin}${row.url}`,
    admin_id: row.admin_id ?? 0,
    user_id: row.user_id ?? 0,
    admin: row.admin ?? null,
    user: byId.get(row.user_id ?? 0) ?? null,
  }));
}
