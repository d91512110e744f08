import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { fieldDevice } from './officer-phone-of-field-kit.ts';
import { fieldOperation } from './operation-received-from-phone-with-outcome.ts';
import { fieldPage } from './path-and-title-of-field-kit-page.ts';
import { checkPackCopyOnPhone } from './platform-record-of-check-copy-on-phone.ts';

/** Checks on site with an officer's phone, also without a network (domain reference §2.I). */
export const fieldKitModule = module_({
  name: 'field',
  label: text('外勤', 'Field work'),
  icon: 'scan',
  weigh: 86,
  entries: [
    { name: 'field/kit', label: text('外勤工具包', 'Field kit'), icon: 'scan', type: 'link', url: '/field' },
    fieldDevice,
    fieldOperation,
    checkPackCopyOnPhone,
  ],
  pages: [fieldPage],
});
