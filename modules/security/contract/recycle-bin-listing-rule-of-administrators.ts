import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { selectableResources } from './resources-and-fields-as-select-options.ts';

/**
 * A rule that lists deleted rows of a resource under a name (wire contract §2.7). Copies of deleted rows are stored
 * with or without a rule; for a resource that stores none, a rule makes it store them.
 */
export const recycleBinListingRule = resource({
  name: 'security/dataRecycle',
  label: text('数据回收规则', 'Recycle rules'),
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
    }),
    controller_as: field.text(text('控制器', 'Controller'), { write: 'server', list: 'offered' }),
    data_table: field.text(text('数据表', 'Table'), { write: 'server', list: 'offered' }),
    primary_key: field.text(text('主键', 'Primary key'), { write: 'server', list: 'offered' }),
    status: field.switch(text('启用', 'Enabled'), { initial: '1', required: true }),
  },
});
export interface RecycleBinListingRule extends Row<typeof recycleBinListingRule> {}
