import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { key, list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { findByScannedCode } from '#server/read/row/find-by-scanned-code.ts';
import { Refused } from '#server/refusal.ts';
import { searchForPalette, searchWithFacets } from './search-everything-calls.ts';

const texts = {
  noCode: text(
    '没有找到此码对应的记录，或不在您的管辖范围内',
    'No record found for this code, or it is outside your jurisdiction',
  ),
};

/** Search across all resources, and opening a record by its code. */
export const searchRecordsAndFindRecordByCodeController: Controller = {
  app: 'admin',
  name: 'search',
  actions: {
    index: searchForPalette,
    page: searchWithFacets,
    code: call({
      gate: 'login',
      summary: text(
        '扫描或输入的码所对应的记录；几条记录用同一个码时，choices 列出全部',
        'Record behind a scanned or entered code; if several records have it, choices lists them',
      ),
      input: { code: field.text(text('码或其网址', 'Code or its URL'), { required: true, max: 500 }) },
      answer: object(
        {
          resource: string,
          id: key,
          choices: list(object({ resource: string, id: key, title: string, about: string })),
        },
        ['resource', 'id'],
      ),
      async run({ engine, caller, input: { code } }) {
        const found = await findByScannedCode(engine, engine.resources, caller, code);
        if (!found) throw new Refused(texts.noCode, { data: { reason: 'not_found' } });
        return found;
      },
    }),
  },
};

/** The same for members: among the rows that they hold. */
export const searchOwnRecordsController: Controller = {
  app: 'api',
  name: 'search',
  actions: { index: searchForPalette, page: searchWithFacets },
};
