import { text } from '#kernel/text/text.ts';
import type { ContactTrouble } from './field-kit-state-and-actions.ts';

export const fieldKitTexts = {
  name: text('外勤工具包', 'Field kit'),
  opening: text('正在打开…', 'Opening…'),
  back: text('返回', 'Back'),
  unsent: text('{n} 项未上传', '{n} not uploaded'),
  allSent: text('已全部上传', 'All uploaded'),
  sending: text('正在上传，剩 {n} 项', 'Uploading, {n} left'),
  busy: text('正在同步…', 'Syncing…'),
  more: text('更多', 'More'),
  lost: text(
    '有 {n} 项没有上传的记录随之清除，无法找回',
    '{n} {n|operation that was|operations that were} not uploaded went with them and cannot be recovered',
  ),
  signIn: text('登录', 'Sign in'),
  wiped: text(
    '本机的任务包已清除。请联系所在单位，或者重新启用。',
    'The packs on this phone were deleted. Contact your office, or set up the kit again.',
  ),
} as const;

/** What keeps the phone from uploading, and what the officer can do. */
export const troubleTexts: Readonly<Record<ContactTrouble, ReturnType<typeof text>>> = {
  away: text(
    '没有网络：记录已加密存在本机，联网后自动上传',
    'No network: records are encrypted on this phone and uploaded once online',
  ),
  signed_out: text(
    '登录已过期：重新登录后继续上传，记录不受影响',
    'Your session has ended. Sign in again to upload; nothing is lost',
  ),
  other_account: text(
    '登录的不是启用本机的账号，请换回该账号',
    'You are signed in with another account than the one of this phone',
  ),
  full: text(
    '手机存储已满，刚才一步没有保存。请清理空间后重做',
    'The phone is full: the last step was not saved. Free some space and repeat it',
  ),
  storage: text(
    '浏览器不能存储，刚才一步没有保存。请勿使用无痕模式',
    'The browser cannot store: the last step was not saved. Do not use private browsing',
  ),
  revoked: text('本机已被吊销', 'This phone was revoked'),
  hand_in: text(
    '本机已被吊销，任务包已清除。登录并输入 PIN，上交还没有上传的记录，随后全部清除',
    'This phone was revoked and its packs were deleted. Sign in and enter the PIN to hand in what was not uploaded; then everything is deleted',
  ),
  malformed: text(
    '平台不能接受其中一条记录，请导出后交给所在单位',
    'The platform cannot accept one of the records. Export and hand the file to your office',
  ),
  missing_file: text('照片还没有传完，稍后自动继续', 'A picture is still missing and is sent again later'),
  newer_format: text(
    '平台版本较旧，升级后自动上传',
    'The platform is older than this page; records are uploaded once it is updated',
  ),
  out_of_order: text(
    '平台缺少前一步的记录，请导出后交给所在单位',
    'The platform lacks an earlier step. Export and hand the file to your office',
  ),
  no_pack: text(
    '平台上没有本机的这份任务包，请导出后交给所在单位',
    'The platform does not know this pack. Export and hand the file to your office',
  ),
  lost_picture: text(
    '有一张照片已不在本机，请导出后交给所在单位',
    'A picture is no longer on this phone. Export and hand the file to your office',
  ),
};
