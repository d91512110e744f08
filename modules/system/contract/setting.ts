import { field } from '#kernel/field.ts';
import { type Row, resource } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';

/** What was set, one row for each setting with its history. The screen of its name draws the sections modules declare. */
export const setting = resource({
  name: 'system/setting',
  label: text('系统设置', 'Settings'),
  icon: 'control',
  title: 'name',
  scope: 'all',
  order: ['name', 'asc'],
  actions: ['index', 'edit'],
  fields: {
    name: field.text(text('设置', 'Setting'), { write: 'server' }),
    value: field.textarea(text('值', 'Value'), { write: 'server' }),
  },
});
export interface Setting extends Row<typeof setting> {}
