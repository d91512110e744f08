import { field } from '../field/field.ts';
import { text } from '../text/text.ts';
import { settings } from './declare-settings-section.ts';

/** The settings with the IP addresses that are blocked entirely (wire contract §1). */
export const blockedIpSettings = settings({
  name: 'access',
  guarded: 'all',
  label: text('访问控制', 'Access control'),
  fields: {
    no_access_ip: field.textarea(text('禁止访问的 IP', 'Blocked IP addresses'), {
      max: 10_000,
      hint: text(
        '每行一个地址或网段，如 203.0.113.7、203.0.113.0/24、2001:db8::/32；本机与正在保存的人不能被禁',
        'One address or network per line, e.g. 203.0.113.7, 203.0.113.0/24, 2001:db8::/32. This machine and the person saving cannot be blocked',
      ),
    }),
  },
});
