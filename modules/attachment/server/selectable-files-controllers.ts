import { readFileTypes } from '#kernel/settings/file-types.ts';
import { sql } from '#server/db/sql.ts';
import { type AttachmentRow, attachmentColumns, presentAttachment } from '#server/files/storage/attachment.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { originOf } from '#server/http/files/file-routes.ts';
import { badParameter } from '#server/refusal.ts';
import { fileOwnerOf, mayUse } from '#server/write/field/file-references.ts';

/** The count stops here: nobody pages that far to find a file. */
const mostCounted = 1000;
const pageSize = 8;

/**
 * `GET ajax/attachments`: the files the caller may choose for a field, newest first, limited to the types the field
 * accepts.
 */
export const selectableFilesControllers: readonly Controller[] = (['admin', 'api'] as const).map((app) => ({
  app,
  name: 'ajax',
  actions: { attachments: { gate: 'login', handle: readUsable } },
}));

async function readUsable({ engine, caller, query, request }: Call) {
  const page = wholeOf(query.page, 1, 10_000);
  const limit = wholeOf(query.limit, pageSize, 50);
  const search = typeof query.quick_search === 'string' ? query.quick_search.trim().slice(0, 100).toLowerCase() : '';
  const where = sql`${mayUse(caller, fileOwnerOf(caller))} and a.private = ${query.private === '1'}::boolean
    and ${ofTypes(typeof query.accept === 'string' ? query.accept.slice(0, 500) : '*')}
    and (${search} = '' or position(${search} in lower(a.name)) > 0)`;
  const rows = await engine.db.rows<AttachmentRow>(sql`select ${sql.raw(attachmentColumns)} from routine_attachment a
    where ${where} order by lastuploadtime desc, id desc limit ${limit} offset ${(page - 1) * limit}`);
  const counted = await engine.db.row<{ n: number }>(
    sql`select count(*)::int as n from (select from routine_attachment a where ${where} limit ${mostCounted}) counted`,
  );
  const origin = originOf(request);
  const side = caller.type === 'member' ? 'member' : 'admin';
  return { list: rows.map((row) => presentAttachment(row, origin, side)), total: counted?.n ?? 0 };
}

function wholeOf(value: unknown, initial: number, most: number): number {
  if (value === undefined || value === '') return initial;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw badParameter();
  return Math.min(number, most);
}

/** SQL condition for an `accept` list, read like the upload check reads it (specification §5). */
function ofTypes(accept: string) {
  const { any, suffixes, types, groups } = readFileTypes(accept);
  if (any) return sql`true`;
  return sql`(split_part(a.mimetype, '/', 1) = any(${groups}::text[]) or a.mimetype = any(${types}::text[])
    or lower(substring(a.url from '[^.]*$')) = any(${suffixes}::text[]))`;
}
