import { field } from '#kernel/field/field.ts';
import { settings } from '#kernel/settings/declare-settings-section.ts';
import { text } from '#kernel/text/text.ts';

/** Under what conditions everybody may use what is published. */
export const openDataLicenceSettings = settings({
  name: 'api/open_data',
  label: text('开放数据', 'Open data'),
  fields: {
    licence: field.text(text('许可', 'Licence'), { required: true, max: 60, initial: 'CC-BY-4.0' }),
    licence_title: field.text(text('许可名称', 'Name of the licence'), {
      required: true,
      max: 120,
      initial: '知识共享署名 4.0 国际许可协议 (Creative Commons Attribution 4.0)',
    }),
    licence_url: field.url(text('许可全文', 'Text of the licence'), {
      initial: 'https://creativecommons.org/licenses/by/4.0/',
    }),
  },
});
