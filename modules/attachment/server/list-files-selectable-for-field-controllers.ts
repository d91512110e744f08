import { field } from '#kernel/field/field.ts';
import { parseAllowedFileTypes } from '#kernel/settings/allowed-file-types.ts';
import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import {
  type AttachmentRow,
  attachmentColumns,
  presentAttachment,
} from '#server/files/storage/attachment-row-and-wire-form.ts';
import type { Controller } from '#server/http/controller.ts';
import { type CallWithValidatedInput, call } from '#server/http/declare-http-call-with-validated-input.ts';
import { originOf } from '#server/http/files/upload-controllers-and-storage-route.ts';
import { integer, key, list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { fileOwnerOf, whereFileUsable } from '#server/write/field/uploaded-files-usable-by-writer.ts';

/** The count stops here: nobody pages that far to find a file. */
const mostCounted = 1000;
const pageSize = 8;

const usableInput = {
  accept: field.text(text('类型，与上传检查同一写法', 'Types, in the same notation as the upload check'), { max: 500 }),
  private: field.switch(text('私密的', 'Private files')),
  page: field.integer(text('页', 'Page'), { min: 1 }),
  limit: field.integer(text('每页个数，最多 50', 'Files per page, at most 50'), { min: 1 }),
};

/**
 * `GET ajax/attachments`: the files the caller may choose for a field, newest first, limited to the types the field
 * accepts.
 */
export const listFilesSelectableForFieldControllers: readonly Controller[] = (['admin', 'api'] as const).map((app) => ({
  app,
  name: 'ajax',
  actions: {
    attachments: call({
      gate: 'login',
      summary: text('可选用的已上传文件', 'Uploaded files available to choose'),
      description: text(
        '本人上传的；管理员还包括本辖区同事公开的。新的在前，最多计到 1000 个。',
        "One's own uploads; for administrators also those made public by colleagues in the area. Newest first, counted up to 1,000.",
      ),
      input: usableInput,
      checkedInRun: { quick_search: field.text(text('文件名', 'File name')) },
      answer: object({
        list: list(object({ id: key, url: string, full_url: string, name: string, mimetype: string, size: integer })),
        total: integer,
      }),
      run: readUsable,
    }),
  },
}));

async function readUsable({ engine, caller, query, input, request }: CallWithValidatedInput<typeof usableInput>) {
  const page = Math.min(input.page ?? 1, 10_000);
  const limit = Math.min(input.limit ?? pageSize, 50);
  const search = typeof query.quick_search === 'string' ? query.quick_search.trim().slice(0, 100).toLowerCase() : '';
  const where = sql`${whereFileUsable(caller, fileOwnerOf(caller))} and a.private = ${input.private === '1'}::boolean
    and ${ofTypes(input.accept ?? '*')}
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

/** SQL condition for an `accept` list, read like the upload check reads it (specification §5). */
function ofTypes(accept: string) {
  const { any, suffixes, types, groups } = parseAllowedFileTypes(accept);
  if (any) return sql`true`;
  return sql`(split_part(a.mimetype, '/', 1) = any(${groups}::text[]) or a.mimetype = any(${types}::text[])
    or lower(substring(a.url from '[^.]*$')) = any(${suffixes}::text[]))`;
}
