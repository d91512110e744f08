import { createHash } from 'node:crypto';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { publishedResource } from '#kernel/resource/resource-with-public-fields-only.ts';
import { controllerNameOf, relationNameOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { JsonText } from '#server/http/connection/encode-response-envelope.ts';
import { type Action, type Call, type Controller, responseSent } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { boolean, enumOf, integer, list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import {
  maxPublishedPage,
  parsePublishedQuery,
  publishedColumns,
  readPublishedPageForGuest,
} from '#server/read/list/published-rows-for-guests.ts';
import { csvStream } from '#server/sheets/csv-writer.ts';
import { exportColumns, exportedCellText } from '#server/transfer/export/columns-and-cells-of-export.ts';

/** Rows of a file for open data. */
const maxFileRows = 10_000;

const paging = {
  page: field.integer(text('页码', 'Page'), { min: 1 }),
  limit: field.integer(text('每页行数', 'Rows per page'), { min: 1, max: maxPublishedPage }),
  order: field.text(text('排序，如 no,asc', 'Order, such as no,asc'), { max: 60 }),
  search: field.text(
    text(
      '公开字段的筛选条件 search[0][field]、[operator]、[val]',
      'Conditions on published fields: search[0][field], [operator], [val]',
    ),
  ),
};

/**
 * Sends data under its hash: whoever has it already gets 304. Nothing is cached without being requested for again, so that
 * what was withdrawn is gone at once.
 */
function isUnchanged({ request, reply }: Call, data: string): boolean {
  const tag = `"${createHash('sha256').update(data).digest('base64url').slice(0, 27)}"`;
  reply.header('ETag', tag).header('Cache-Control', 'no-cache').header('Vary', 'think-lang');
  const sent = request.headers['if-none-match'];
  if (sent !== tag && sent !== `W/${tag}`) return false;
  reply.code(304).send();
  return true;
}

type Row = Readonly<Record<string, unknown>>;

/** Rows as texts in the reader's language, in the order of the published fields. */
function asTexts(resource: AnyResource, rows: readonly Row[], locale: 'zh-cn' | 'en'): string[][] {
  const open = publishedResource(resource);
  const columns = exportColumns(open, Object.keys(open.fields), locale);
  return rows.map((row) =>
    columns.map((column) =>
      exportedCellText(column, row[column.name], locale, { related: row[relationNameOf(column.name)] }),
    ),
  );
}

/** All published rows as a file, for open data. */
function publishedFile(engine: Engine, resource: AnyResource): Action {
  const { 'zh-cn': zh, en } = resource.label;
  return call({
    gate: 'none',
    silent: true,
    summary: text(`${zh}：开放数据文件（最多一万行）`, `${en}: file for open data (at most 10,000 rows)`),
    limit: { perMinute: 10 },
    input: {
      format: field.select(text('格式', 'Format'), {
        options: { csv: text('CSV', 'CSV'), json: text('JSON', 'JSON') },
        initial: 'csv',
      }),
    },
    raw: 'text/csv',
    async run(made) {
      const { reply, caller, input, query } = made;
      const requested = parsePublishedQuery(resource, { ...query, page: 1 });
      const { list: rows } = await readPublishedPageForGuest(
        engine,
        resource,
        { ...requested, limit: maxFileRows },
        caller.locale,
      );
      if (isUnchanged(made, rows)) return responseSent;
      const json = input.format === 'json';
      const name = `${resource.name.replace('/', '-')}.${json ? 'json' : 'csv'}`;
      reply.header('Content-Disposition', `attachment; filename="${name}"`);
      if (json) await reply.type('application/json; charset=utf-8').send(rows);
      else {
        const columns = exportColumns(
          publishedResource(resource),
          Object.keys(publishedResource(resource).fields),
          caller.locale,
        );
        const lines = asTexts(resource, JSON.parse(rows) as Row[], caller.locale);
        await reply.type('text/csv; charset=utf-8').send(csvStream({ name, columns, rows: lines }));
      }
      return responseSent;
    },
  });
}

/**
 * What a resource publishes, for everybody: `GET published` (a page in wire form), `GET publishedTable` (the same as
 * texts, for the open page) and `GET publishedFile` (all rows as CSV or JSON, for open data).
 */
export function publishedRowsController(engine: Engine, resource: AnyResource): Controller {
  const { 'zh-cn': zh, en } = resource.label;
  const open = { gate: 'none', silent: true } as const;
  const readPage = ({ query, caller }: Call) =>
    readPublishedPageForGuest(engine, resource, parsePublishedQuery(resource, query), caller.locale);
  const page = { total: integer, total_estimated: boolean };
  return {
    app: 'api',
    name: controllerNameOf(resource),
    actions: {
      published: call({
        ...open,
        summary: text(`${zh}：公开的内容`, `${en}: what is published`),
        limit: { perMinute: 120 },
        checkedInRun: paging,
        answer: object({ list: list(object({})), ...page }),
        async run(made) {
          const { list: rows, total, estimated } = await readPage(made);
          const data = `{"list":${rows},"total":${total},"total_estimated":${estimated}}`;
          return isUnchanged(made, data) ? responseSent : new JsonText(data);
        },
      }),
      publishedTable: call({
        ...open,
        summary: text(`${zh}：公开的内容，文字形式`, `${en}: what is published, as texts`),
        limit: { perMinute: 120 },
        checkedInRun: paging,
        answer: object({
          title: string,
          columns: list(object({ name: string, label: string })),
          list: list(list(string)),
          ...page,
        }),
        async run(made) {
          const { locale } = made.caller;
          const { list: rows, total, estimated } = await readPage(made);
          const data = JSON.stringify({
            title: resource.label[locale],
            columns: publishedColumns(resource, locale),
            list: asTexts(resource, JSON.parse(rows) as Row[], locale),
            total,
            total_estimated: estimated,
          });
          return isUnchanged(made, data) ? responseSent : new JsonText(data);
        },
      }),
      publishedFile: publishedFile(engine, resource),
    },
  };
}

/** `GET /api/open/index`: what is published here, for the open page and for catalogues of open data. */
export const publishedCatalogueController = (engine: Engine): Controller => ({
  app: 'api',
  name: 'open',
  actions: {
    index: call({
      gate: 'none',
      silent: true,
      summary: text('公开内容的目录', 'Catalogue of published data'),
      limit: { perMinute: 120 },
      answer: object({
        list: list(
          object({
            name: string,
            title: string,
            columns: list(object({ name: string, label: string })),
            format: enumOf('csv,json'),
          }),
        ),
      }),
      run: ({ caller: { locale } }) => ({
        list: engine.resources
          .filter(({ published }) => published !== undefined)
          .map((one) => ({
            name: one.name,
            title: one.label[locale],
            columns: publishedColumns(one, locale),
            format: 'csv,json' as const,
          })),
      }),
    }),
  },
});
