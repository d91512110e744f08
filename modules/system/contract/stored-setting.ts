import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import {
  customSettingInputTypes,
  customSettingRules,
  customSettingTargets,
} from './input-types-targets-and-rules-of-settings-added-by-administrators.ts';

/**
 * Stored values, one row per setting, with history. The settings screen draws the sections declared by modules and the
 * custom settings that administrators added to them; only custom settings are described by their row and can be
 * deleted.
 */
export const storedSetting = resource({
  name: 'system/setting',
  label: text('系统设置', 'Settings'),
  icon: 'control',
  title: 'name',
  scope: 'all',
  order: ['name', 'asc'],
  actions: ['index', 'add', 'edit', 'del'],
  fields: {
    name: field.text(text('设置', 'Setting'), { write: 'server' }),
    value: field.textarea(text('值', 'Value'), { write: 'server' }),
    section: field.text(text('分组', 'Group'), { write: 'add', max: 60 }),
    variable: field.text(text('变量名', 'Variable name'), {
      write: 'add',
      max: 30,
      unique: true,
      hint: text('小写字母开头，可含数字与下划线', 'Starts with a lowercase letter; digits and underscores allowed'),
    }),
    label: field.text(text('名称', 'Name'), { max: 50 }),
    hint: field.text(text('提示', 'Hint'), { max: 100 }),
    form: field.select(text('类型', 'Type'), { write: 'add', options: customSettingInputTypes }),
    options: field.pairs(text('选项', 'Options'), {
      hint: text('单选、多选与下拉的键与名称', 'Keys and labels for single, multiple and drop-down choices'),
    }),
    target: field.select(text('选自', 'Choose from'), { write: 'add', options: customSettingTargets }),
    chosen: field.oneOf(text('所选记录', 'Selected records'), {
      to: customSettingTargets,
      write: 'server',
      related: false,
    }),
    rules: field.selects(text('校验', 'Validation'), { options: customSettingRules }),
    extend: field.pairs(text('扩展属性', 'Extended attributes'), { list: 'offered' }),
    weigh: field.integer(text('权重', 'Weight'), { min: 0, max: 99_999, list: 'offered' }),
  },
});
export interface StoredSetting extends Row<typeof storedSetting> {}
