import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

const server = { write: 'server' } as const;

/** A copy of a check on a phone, and how far the phone's operations on it have come. */
export const checkPackCopyOnPhone = resource({
  name: 'field/copy',
  label: text('手机上的任务包', 'Task packs on phones'),
  icon: 'folder-open',
  title: 'object_name',
  scope: 'parent',
  partOf: 'device_id',
  actions: ['index'],
  recycle: false,
  comments: false,
  fields: {
    device_id: field.reference(text('外勤终端', 'Field device'), { to: 'field/device', required: true }),
    check_id: field.reference(text('检查任务', 'Check'), { to: 'enforcement/check', reach: 'all', ...server }),
    object_name: field.text(text('检查对象', 'Checked'), server),
    fetched_at: field.datetime(text('下载时间', 'Fetched at'), server),
    ends_at: field.datetime(text('自动删除', 'Deleted at'), server),
    last_seq: field.integer(text('已收到的操作', 'Operations received'), server),
  },
});
export interface CheckPackCopyOnPhone extends Row<typeof checkPackCopyOnPhone> {}
