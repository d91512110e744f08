import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { optionList } from '#kernel/option/declare-editable-option-list.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

const server = { write: 'server' } as const;

/** What officers note about followers. */
export const fanTags = optionList({
  name: 'wechat/fan_tag',
  label: text('粉丝标签', 'Tags of followers'),
  initial: {
    tourist: text('游客', 'Tourist'),
    guide: text('导游', 'Guide'),
    enterprise: text('企业', 'Enterprise'),
    media: text('媒体', 'Press'),
  },
});

/** A person who follows, or followed, an official account (domain reference §2.S `wx_fan`). */
export const wechatFollower = resource({
  name: 'wechat/fan',
  label: text('粉丝', 'Followers'),
  icon: 'team',
  title: 'openid',
  empty: text('还没有人关注', 'Nobody follows yet'),
  scope: 'parent',
  partOf: 'account_id',
  actions: ['index', 'edit', 'export'],
  order: ['id', 'desc'],
  facts: ['bound', 'unbound'],
  acts: {
    unbind: {
      label: text('解除绑定', 'Unbind'),
      confirm: text(
        '解除 {n} 个粉丝的绑定？所绑定的人不再从公众号收到提醒，可自行重新绑定。',
        'Unbind {n} {n|follower|followers}? Their people get no more alerts by the account; they can bind again.',
      ),
      done: text('已解除 {n} 个', '{n} unbound'),
    },
  },
  measures: {
    followers: { label: text('粉丝', 'Followers'), by: ['subscribed'], at: 'subscribed_at' },
  },
  listed: [
    'openid',
    'account_id',
    'subscribed',
    'remark',
    'tags',
    'user_id',
    'admin_id',
    'subscribed_at',
    'messaged_at',
  ],
  fields: {
    account_id: field.reference(text('公众号', 'Official account'), { ...server, to: 'wechat/account' }),
    openid: field.text(text('微信编号（OpenID）', 'OpenID'), { ...server, search: true }),
    subscribed: field.switch(text('关注中', 'Following'), server),
    remark: field.text(text('备注', 'Remark'), { max: 60, search: true }),
    tags: field.selects(text('标签', 'Tags'), { optionList: fanTags }),
    user_id: field.reference(text('绑定会员', 'Member'), { ...server, to: 'user/user', reach: 'all', related: false }),
    admin_id: field.reference(text('绑定人员', 'Officer'), {
      ...server,
      to: 'auth/admin',
      reach: 'all',
      related: false,
    }),
    scene: field.text(text('来源场景', 'Scene'), { ...server, list: 'offered' }),
    subscribed_at: field.datetime(text('关注时间', 'Following since'), server),
    unsubscribed_at: field.datetime(text('取消关注时间', 'Left at'), { ...server, list: 'offered' }),
    messaged_at: field.datetime(text('最近来信', 'Last message'), server),
    area_code: field.area(text('地区', 'Area'), { through: 'account_id', list: 'offered' }),
  },
});
export interface WechatFollower extends Row<typeof wechatFollower> {}
