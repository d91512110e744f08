import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** Traces of rows of other resources: seen by whoever could see the row, and written by nobody. */
export const trace = resource({
  name: 'zoo/trace',
  table: 'zoo_footprint',
  label: text('踪迹', 'Traces'),
  icon: 'history',
  title: 'words',
  scope: 'area',
  actions: ['index', 'export'],
  copies: {},
  keep: { months: 'auth/security.log_months' },
  fields: {
    subject: field.subject(text('记录', 'Record'), { write: 'server' }),
    resource: field.text(text('业务', 'Resource'), { write: 'server', list: 'offered' }),
    row_id: field.integer(text('记录编号', 'Record ID'), { key: true, write: 'server', list: 'offered' }),
    words: field.text(text('说明', 'Words'), { write: 'server', search: true, fromSource: true, english: 'words_en' }),
    area_code: field.area(text('地区', 'Area'), { write: 'server' }),
  },
});
