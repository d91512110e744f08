import { field } from '#kernel/field.ts';
import { settings } from '#kernel/settings.ts';
import { text } from '#kernel/text.ts';

/** What stands on every paper. */
export const documentSettings = settings({
  name: 'document',
  label: text('文书', 'Documents'),
  fields: {
    authority_code: field.text(text('机关代字', 'Code of the authority'), {
      required: true,
      max: 20,
      initial: '行',
      hint: text(
        '文书号的开头；制发人所在部门有代字的用部门代字',
        'Begins each number; the code of the issuing department comes first',
      ),
    }),
    check_address: field.url(text('验证页面地址', 'Address of the check page'), {
      hint: text(
        '二维码所指的外网地址，如 https://example.gov.cn',
        'Public address the QR code leads to, such as https://example.gov.cn',
      ),
    }),
  },
});
