import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

const server = { write: 'server' } as const;

/**
 * An officer's phone with the field kit (domain reference §2.I). A revoked one deletes everything at its next contact
 * and says so.
 */
export const fieldDevice = resource({
  name: 'field/device',
  label: text('外勤终端', 'Field devices'),
  icon: 'security-scan',
  title: 'name',
  subtitle: ['admin_id'],
  empty: text('还没有人在手机上启用外勤工具包', 'Nobody has set up the field kit on a phone yet'),
  scope: 'area',
  actions: ['index', 'export'],
  nodes: { handIn: text('打开导出文件', 'Open exported files') },
  recycle: false,
  comments: false,
  remark: text(
    '手机上的任务包经 PIN 加密，七天后自动删除。手机遗失的，请立即吊销：下次联网时清除。',
    'Task packs on phones are encrypted with a PIN and deleted after seven days. Revoke a lost phone at once: it is wiped at its next contact.',
  ),
  measures: {
    devices: { label: text('外勤终端', 'Field devices'), by: ['status', 'area_code'] },
  },
  fields: {
    name: field.text(text('终端', 'Device'), { ...server, search: true }),
    admin_id: field.reference(text('使用人', 'Officer'), { to: 'auth/admin', reach: 'area', ...server }),
    seen_at: field.datetime(text('最近联系', 'Last contact'), server),
    unsent: field.integer(text('未上传', 'Not uploaded'), {
      ...server,
      hint: text('最近联系时手机上还没有上传的项数', 'Items on the phone that were not uploaded at its last contact'),
      quantity: true,
    }),
    revoked_at: field.datetime(text('吊销时间', 'Revoked at'), server),
    wiped_at: field.datetime(text('清除时间', 'Wiped at'), server),
    area_code: field.area(text('地区', 'Area'), server),
  },
  life: lifecycle({
    initial: 'active',
    states: {
      active: { ...text('使用中', 'In use'), tone: 'good' },
      revoked: { ...text('已吊销，待清除', 'Revoked, to be wiped'), tone: 'warning', editable: false },
      lost: { ...text('遗失未找回', 'Lost for good'), tone: 'bad', editable: false, final: true },
      wiped: { ...text('已清除', 'Wiped'), tone: 'muted', editable: false, final: true },
    },
    moves: {
      revoke: {
        from: ['active'],
        to: 'revoked',
        label: text('吊销并清除', 'Revoke and wipe'),
        tone: 'danger',
        batch: true,
        stamps: ['revoked_at'],
        input: {
          reason: field.textarea(text('理由', 'Reason'), { required: true, min: 2, max: 500 }),
        },
        effect: text(
          '手机下次联网时清除任务包；未上传的记录由使用人输入 PIN 上交为附件后清除。手机遗失的，再登记遗失，全部清除。不能撤销。',
          'At its next contact the phone deletes its packs; what was not uploaded is handed in as annexes when its officer enters the PIN, and then deleted. Record a lost phone as lost, too: everything is deleted. This cannot be undone.',
        ),
      },
      writeOff: {
        from: ['revoked'],
        to: 'lost',
        label: text('登记遗失', 'Record loss'),
        input: {
          reason: field.textarea(text('理由', 'Reason'), { required: true, min: 2, max: 500 }),
        },
        effect: text(
          '不再等待手机联系；手机如再联网，全部清除，未上传的记录一并丢失。',
          'No longer waits for the phone. Should it ever be online again, everything on it is deleted, and what was not uploaded is lost.',
        ),
      },
      wipe: {
        from: ['active', 'revoked'],
        to: 'wiped',
        label: text('已清除', 'Wiped'),
        by: [],
        stamps: ['wiped_at'],
      },
    },
  }),
});
export interface FieldDevice extends Row<typeof fieldDevice> {}
