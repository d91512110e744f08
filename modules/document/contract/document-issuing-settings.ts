import { field } from '#kernel/field/field.ts';
import { settings } from '#kernel/settings/declare-settings-section.ts';
import { text } from '#kernel/text/text.ts';

/** Settings printed on every document. */
export const documentIssuingSettings = settings({
  name: 'document',
  // the QR code of every document leads there, to the check of its authenticity
  guarded: ['check_address'],
  label: text('文书', 'Documents'),
  fields: {
    authority_code: field.text(text('机关代字', 'Authority code'), {
      required: true,
      max: 20,
      initial: '行',
      hint: text(
        '文书号的开头；制发人所在部门有代字的用部门代字',
        "Prefix of document numbers; the code of the issuer's department is used where there is one",
      ),
    }),
    check_address: field.url(text('验证页面地址', 'Address of the verification page'), {
      hint: text(
        '二维码所指的外网地址，如 https://example.gov.cn',
        'Public address the QR code points to, e.g. https://example.gov.cn',
      ),
    }),
  },
});
