import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { selectableLists } from '#modules/security/contract/resources-and-fields-as-select-options.ts';

/** What a subscription does. */
export const subscriptionKinds = {
  entering: text('有新记录时告知', 'Notifies of new records'),
  regular: text('定时发送文件', 'Sends a file regularly'),
} as const;

/** How often a file is sent. */
export const subscriptionIntervals = {
  day: text('每天', 'Daily'),
  week: text('每周', 'Weekly'),
  month: text('每月', 'Monthly'),
} as const;

const weekdays = {
  '1': text('周一', 'Monday'),
  '2': text('周二', 'Tuesday'),
  '3': text('周三', 'Wednesday'),
  '4': text('周四', 'Thursday'),
  '5': text('周五', 'Friday'),
  '6': text('周六', 'Saturday'),
  '7': text('周日', 'Sunday'),
} as const;

const range = (from: number, until: number) => Array.from({ length: until - from + 1 }, (_, at) => from + at);

/** Days that every month has, and the last. */
const daysOfMonth: Readonly<Record<string, Text>> = {
  ...Object.fromEntries(range(1, 28).map((day) => [String(day), text(`${day} 日`, `Day ${day}`)])),
  last: text('最后一日', 'Last day'),
};

const hours: Readonly<Record<string, Text>> = Object.fromEntries(
  range(0, 23).map((hour) => {
    const time = `${String(hour).padStart(2, '0')}:00`;
    return [String(hour), text(time, time)];
  }),
);

export const sentFileFormats = { xlsx: text('Excel', 'Excel'), pdf: text('PDF', 'PDF') } as const;

const server = { write: 'server' } as const;
const chosenOnce = { write: 'add', list: 'never', filter: false } as const;
const regular = { shownWhen: { by: 'kind', of: ['regular'] } };

/**
 * A list query that an officer or a member follows: as a message when rows enter it, or as a file sent at set times. Its rows are those
 * that its owner may see at that moment. It ends with the view it was made from, and with the right to the list.
 */
export const viewSubscription = resource({
  name: 'auth/subscription',
  label: text('视图订阅', 'View subscriptions'),
  empty: text('还没有订阅：在列表的“视图”菜单中订阅', 'No subscriptions yet: subscribe in the “Views” menu of a list'),
  icon: 'bell',
  title: 'name',
  unlisted: true,
  scope: 'own',
  owner: 'admin_id',
  member: 'user_id',
  members: { owner: ['index', 'add', 'edit', 'del'] },
  comments: false,
  recycle: false,
  actions: ['index', 'add', 'edit', 'del'],
  listed: ['name', 'list', 'kind', 'every', 'next_at', 'last_at', 'by_mail'],
  acts: {
    sendNow: {
      label: text('立即发送', 'Send now'),
      confirm: text('立即发送 {n} 个视图的文件？', 'Send the {n|file|files} of {n} {n|view|views} now?'),
      done: text('正在生成，完成后发消息通知', 'Being made. A message says when it is ready'),
      on: ['kind', 'regular'],
    },
  },
  fields: {
    name: field.text(text('名称', 'Name'), { required: true, max: 40, search: true }),
    list: field.select(text('列表', 'List'), { required: true, write: 'add', optionList: selectableLists }),
    address: field.text(text('条件', 'Filter'), {
      write: 'add',
      max: 2000,
      list: 'never',
      filter: false,
      hint: text('列表地址中“?”之后的部分', "The part of the list's address after “?”"),
    }),
    view_id: field.integer(text('共享视图编号', 'Shared view ID'), {
      ...chosenOnce,
      min: 1,
      hint: text('随该共享视图变更和结束', 'Follows this shared view until it ends'),
    }),
    own_view: field.text(text('我的视图', 'My view'), {
      ...chosenOnce,
      max: 40,
      hint: text('随本人的同名视图变更和结束', 'Follows your own view of this name until it ends'),
    }),
    kind: field.radio(text('方式', 'Type'), {
      required: true,
      write: 'add',
      initial: 'entering',
      options: subscriptionKinds,
    }),
    every: field.select(text('频率', 'How often'), {
      ...regular,
      requiredWhen: { by: 'kind', of: ['regular'] },
      options: subscriptionIntervals,
      initial: 'day',
    }),
    weekday: field.select(text('星期', 'Weekday'), {
      shownWhen: { by: 'every', of: ['week'] },
      requiredWhen: { by: 'every', of: ['week'] },
      options: weekdays,
      list: 'offered',
    }),
    month_day: field.select(text('日期', 'Day of the month'), {
      shownWhen: { by: 'every', of: ['month'] },
      requiredWhen: { by: 'every', of: ['month'] },
      options: daysOfMonth,
      list: 'offered',
    }),
    hour: field.select(text('时间', 'Time'), { ...regular, options: hours, initial: '8', list: 'offered' }),
    format: field.radio(text('文件格式', 'File format'), {
      ...regular,
      options: sentFileFormats,
      initial: 'xlsx',
      list: 'offered',
    }),
    by_mail: field.switch(text('同时发邮件', 'Also by e-mail'), {
      initial: '0',
      hint: text(
        '发到本人已验证的邮箱；消息未读时，新记录每小时至多发一封',
        'To your verified address; while the message is unread, new records once an hour at most',
      ),
    }),
    language: field.select(text('语言', 'Language'), {
      required: true,
      options: { 'zh-cn': text('中文', 'Chinese'), en: text('英文', 'English') },
      initial: 'zh-cn',
      list: 'offered',
    }),
    next_at: field.datetime(text('下次发送', 'Next'), server),
    last_at: field.datetime(text('上次发送', 'Last sent'), server),
    admin_id: field.integer(text('管理员', 'Administrator'), { key: true, ...server, list: 'never', filter: false }),
    user_id: field.integer(text('会员', 'Member'), { key: true, ...server, list: 'never', filter: false }),
  },
});
export interface ViewSubscription extends Row<typeof viewSubscription> {}
