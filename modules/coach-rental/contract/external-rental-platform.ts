import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** An external car rental platform, framed at `/admin/cariframe` (domain reference §2.Z `car_provider`). */
export const externalRentalPlatform = resource({
  name: 'rental/provider',
  label: text('租车平台', 'Rental platforms'),
  icon: 'cloud',
  title: 'name',
  scope: 'all',
  comments: false,
  actions: ['index', 'add', 'edit', 'del'],
  fields: {
    name: field.text(text('平台名称', 'Platform name'), { required: true, max: 60, search: true }),
    base_url: field.url(text('页面地址', 'Page address'), {
      required: true,
      hint: text('以 https:// 开头；票据附在其后', 'Begins with https://; the ticket is appended'),
    }),
    origin: field.url(text('来源', 'Origin'), {
      hint: text(
        '消息只从这里接受；不填取自页面地址',
        'Messages are only accepted from here; taken from the page address if left empty',
      ),
    }),
    ticket_secret: field.text(text('票据密钥', 'Ticket secret'), {
      requiredWhen: { adding: true },
      max: 500,
      privacy: 'hidden',
      list: 'never',
      filter: false,
      hint: text(
        '至少 32 个字符，与平台约定；只能重新填写',
        'At least 32 characters, agreed with the platform; can only be re-entered',
      ),
    }),
    status: field.select(text('状态', 'Status'), {
      required: true,
      initial: 'enabled',
      options: {
        enabled: { ...text('启用', 'Enabled'), tone: 'good' },
        disabled: { ...text('停用', 'Disabled'), tone: 'muted' },
      },
    }),
  },
});
export interface ExternalRentalPlatform extends Row<typeof externalRentalPlatform> {}
