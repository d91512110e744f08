import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { selectableFields, selectableResources } from './resources-and-fields-as-select-options.ts';

/**
 * A rule that logs every change of certain fields of a resource, so that it can be rolled back (wire contract §2.7).
 */
export const sensitiveFieldChangeLogRule = resource({
  name: 'security/sensitiveData',
  label: text('敏感数据规则', 'Sensitive data rules'),
  icon: 'control',
  title: 'name',
  titleEnglish: 'name_en',
  scope: 'all',
  nulls: false,
  actions: ['index', 'add', 'edit', 'del'],
  fields: {
    name: field.text(text('规则名称', 'Rule name'), { required: true, max: 50, search: true }),
    name_en: field.text(text('英文名称', 'English name'), { max: 100, search: true, list: 'offered' }),
    controller: field.select(text('业务', 'Resource'), {
      required: true,
      unique: true,
      optionList: selectableResources,
      search: true,
    }),
    columns: field.selects(text('敏感字段', 'Sensitive fields'), {
      required: true,
      optionList: selectableFields,
      under: 'controller',
    }),
    /** By field name; only titles that differ from the declared label. */
    titles: field.pairs(text('字段标题', 'Field titles'), {
      list: 'offered',
      filter: false,
      hint: text(
        '在变动记录中另起的名称：左边写字段名（如 mobile），右边写标题；不填的用原名',
        'Names used in the change log: field name (e.g. mobile) on the left, title on the right; fields left out keep their own name',
      ),
    }),
    controller_as: field.text(text('控制器', 'Controller'), { write: 'server', list: 'offered' }),
    data_table: field.text(text('数据表', 'Table'), { write: 'server', list: 'offered' }),
    primary_key: field.text(text('主键', 'Primary key'), { write: 'server', list: 'offered' }),
    status: field.switch(text('启用', 'Enabled'), { initial: '1', required: true }),
  },
});
export interface SensitiveFieldChangeLogRule extends Row<typeof sensitiveFieldChangeLogRule> {}
