import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { field, hasColumn, kindOf } from '#kernel/field/field.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { Action } from '#server/http/controller.ts';
import { type CallWithValidatedInput, call } from '#server/http/declare-http-call-with-validated-input.ts';
import { object, string } from '#server/open-api/json-schema-shorthands.ts';
import { withFieldsVisibleToCaller } from '#server/read/scope/declaration-with-fields-visible-to-caller.ts';
import { Refused } from '#server/refusal.ts';

const noTable = text('数据表不存在~', 'Data table does not exist');

// a table that is missing or malformed is none
const tableName = { table: field.text(text('数据表', 'Table'), { required: true }) };

/**
 * Lookups of forms in BuildAdmin clients (wire contract §2.8). Tables are those of declared resources, with or without
 * prefix; columns are those the caller may read. Names are only looked up and never become part of a statement.
 */
export function tableKeyAndColumnLookupActions(
  engine: Engine,
): Readonly<Record<'getTablePk' | 'getTableFieldList', Action>> {
  const find = ({ query: { table } }: CallWithValidatedInput<Readonly<Record<never, never>>>): AnyResource => {
    const wanted = typeof table === 'string' ? table.trim().toLowerCase().replace(/^ba_/, '') : '';
    const found = engine.resources.find((one) => tableOf(one).toLowerCase() === wanted);
    if (!found) throw new Refused(noTable);
    return found;
  };
  return {
    getTablePk: call({
      gate: 'login',
      summary: text('数据表的主键', 'Primary key of a table'),
      checkedInRun: tableName,
      answer: object({ pk: string }),
      run(made) {
        find(made);
        return { pk: 'id' };
      },
    }),
    getTableFieldList: call({
      gate: 'login',
      summary: text('数据表的字段与名称', 'Fields of a table and their names'),
      checkedInRun: tableName,
      answer: object({ pk: string, fieldList: { type: 'object', additionalProperties: string } }),
      run(made) {
        const { caller, query } = made;
        const visible = Object.entries(allColumnsOf(withFieldsVisibleToCaller(find(made), caller, engine.find))).filter(
          ([, one]) => hasColumn(one) && one.privacy !== 'hidden',
        );
        const label = (one: AnyField) => one.label[caller.locale];
        const clean = query.clean === undefined || String(query.clean) === '1';
        const entryOf = ([name, one]: [string, AnyField]) => [
          name,
          clean ? label(one) : described(name, one, label(one)),
        ];
        return { pk: 'id', fieldList: Object.fromEntries(visible.map(entryOf)) };
      },
    }),
  };
}

/** A column in the form of information_schema that such clients read. */
const described = (name: string, one: AnyField, label: string) => ({
  COLUMN_NAME: name,
  DATA_TYPE: kindOf(one).column,
  COLUMN_KEY: name === 'id' ? 'PRI' : one.unique ? 'UNI' : '',
  IS_NULLABLE: one.required || name === 'id' ? 'NO' : 'YES',
  COLUMN_COMMENT: label,
});
