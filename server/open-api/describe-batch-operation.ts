import type { AnyResource } from '#kernel/declaration/resource.ts';
import { writableFields } from '#kernel/lifecycle/fields-writable-and-row-deletable-in-state.ts';
import { type Locale, text } from '#kernel/text/text.ts';
import type { JsonSchema } from '#server/http/json-schema-and-call-description-types.ts';
import type { RefusalName } from './call-responses-and-envelope-schemas.ts';
import { bodyExample } from './json-schema-of-field-values-and-bodies.ts';
import { key as id, list, object } from './json-schema-shorthands.ts';

const texts = text(
  'operation 为 edit、del 或可批量的流转；rows 为 [[编号, 版本, 只用于该行的值], …]，至多 500 条；或 all 为列表的筛选条件与已告知的条数 n，条数已变则不办理（reason=count_changed），多于 500 条由任务办理（见 job.show）。refused_url 为未办理清单（xlsx）。dry=1 只预演：n 为条数，tried 为已试的条数',
  'operation is edit, del or a move that allows several rows. rows: [[key, version, values for this row only], …], at most 500; or all: the filter of the list with the number n of rows shown, refused if a different number matches (reason=count_changed) and run by a job above 500 (see job.show). refused_url: a workbook of the refused rows. dry=1 only checks: n is the number of rows meant, tried the number checked',
);

/** A field of the form, as an example of a body. */
export const bodyExampleOf = (resource: AnyResource) =>
  Object.fromEntries(Object.entries(bodyExample(writableFields(resource, 'edit'))).slice(0, 1));

const refused = list(object({ id, title: { type: 'string' }, msg: { type: 'string' } }, ['id', 'title', 'msg']));
const n: JsonSchema = { type: 'integer' };

/** The description of batch operations. */
export const describeBatchOperation = (resource: AnyResource, locale: Locale) => ({
  description: texts[locale],
  body: object(
    {
      operation: { type: 'string' },
      values: { type: 'object' },
      rows: list({ type: 'array', minItems: 1, maxItems: 3 }),
      all: object({ n, search: list({ type: 'object' }), quick_search: { type: 'string' } }),
      dry: { type: 'string', enum: ['0', '1'] },
    },
    ['operation'],
  ),
  example: { operation: 'edit', values: bodyExampleOf(resource), rows: [[1, 1]], dry: '1' },
  data: {
    oneOf: [
      object({ n, tried: n, refused }, ['n', 'tried', 'refused']),
      object({ done: list(id), refused, refused_url: { type: 'string' }, undo: list(id) }, ['done', 'refused']),
      object({ job_id: id, n }, ['job_id', 'n']),
    ],
  },
  refusals: ['invalid', 'parameter'] satisfies RefusalName[],
});
