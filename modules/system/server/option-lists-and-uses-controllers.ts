import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { JsonText } from '#server/http/connection/encode-response-envelope.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { list as listOf, object, string } from '#server/open-api/json-schema-shorthands.ts';
// lists that offices may already edit although no form uses them yet
import '../contract/complaint-and-opinion-option-lists.ts';
import '../contract/enforcement-option-lists.ts';
import '../contract/travel-reward-and-incident-option-lists.ts';
import { listOption } from '../contract/option-of-editable-list.ts';
import {
  countVisibleRowsPerOption,
  fieldsOfOptionListVisibleToCaller,
} from './find-fields-using-list-option-and-count-rows.ts';

/**
 * `GET /api/words/index`: options of every list in both languages, for all forms. The boot calls contain their version;
 * a browser caches what it read until that changes.
 */
export const listOptionController: Controller = {
  app: 'api',
  name: 'words',
  actions: {
    index: call({
      gate: 'none',
      summary: text('各字典的词条（中英文）', 'Entries of all dictionaries (both languages)'),
      answer: object({ version: string, words: { type: 'object' } }),
      run: ({ engine }) =>
        new JsonText(`{"version":"${engine.optionLists.version()}","words":${engine.optionLists.text()}}`),
    }),
  },
};

/** `GET /admin/system.word/uses?list=enterprise/job`: the fields that use a list, and the number of rows per option. */
export const listOptionUsesController: Controller = {
  app: 'admin',
  name: listOption.name.replace('/', '.'),
  actions: {
    uses: call({
      gate: 'rule',
      node: `${listOption.name}/index`,
      summary: text(
        '一个字典用在哪些字段、各词条有多少条记录',
        'Fields using a dictionary and number of records per entry',
      ),
      input: { list: field.text(text('字典', 'Dictionary'), { required: true }) },
      answer: object({
        fields: listOf(object({ resource: string, field: string, label: string, rows: { type: 'object' } })),
      }),
      async run({ engine, caller, input }) {
        const fields = fieldsOfOptionListVisibleToCaller(engine, caller, input.list);
        const counts = await countVisibleRowsPerOption(engine, caller, fields);
        return {
          fields: fields.map(({ resource, name, field: one }, place) => ({
            resource: resource.name,
            field: name,
            label: `${resource.label[caller.locale]} · ${one.label[caller.locale]}`,
            rows: Object.fromEntries(
              counts.filter((count) => count.place === place).map(({ value, rows }) => [value, rows]),
            ),
          })),
        };
      },
    }),
  },
};
