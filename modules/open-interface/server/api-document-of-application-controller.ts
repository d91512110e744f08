import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { call, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import { integer, object } from '#server/open-api/json-schema-shorthands.ts';
import { readRow } from '#server/read/row/read-one-row-as-json.ts';
import { type Application, application } from '../contract/api-client-application.ts';
import { applicationAsReader } from './rest/caller-that-application-acts-as.ts';
import { describeApplicationApi } from './rest/openapi-document-for-application.ts';

/** `GET access {id}`: what an application may call, as an OpenAPI document, and how many calls it made today. */
export const apiDocumentOfApplicationController: Controller = {
  app: 'admin',
  name: 'api.application',
  actions: {
    access: call({
      gate: 'rule',
      node: 'api/application/index',
      summary: text('应用的接口文档与今日请求数', 'API document of an application, and its requests of today'),
      input: { id: rowKeyInput(text('应用编号', 'ID of the application')) },
      answer: object({ calls: integer, document: { type: 'object' } }),
      async run({ engine, caller, input: { id } }) {
        const row = await readRow<Application>(engine, application, caller, id);
        const used = await engine.db.row<{ calls: number }>(
          sql`select calls from api_usage where application_id = ${id} and day = (now() at time zone 'Asia/Shanghai')::date`,
        );
        const by = {
          id,
          name: row.name,
          scopes: row.scopes,
          maskLevel: row.mask_level,
          algorithm: row.algorithm,
          isSandbox: row.sandbox === '1',
          areaCode: row.area_code,
          absorbed: [],
        };
        const { locale } = caller;
        return {
          calls: used?.calls ?? 0,
          document: describeApplicationApi(engine, by, applicationAsReader(by, { locale }), locale),
        };
      },
    }),
  },
};
