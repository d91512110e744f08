import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

const server = { write: 'server' } as const;
const closed = { editable: false, deletable: false } as const;

const menuLife = lifecycle({
  initial: 'draft',
  states: {
    draft: { ...text('草稿', 'Draft'), tone: 'muted' },
    publishing: { ...text('发布中', 'Being published'), tone: 'progress', ...closed },
    published: { ...text('已发布', 'Published'), tone: 'good', ...closed },
    archived: { ...text('历史版本', 'Former version'), tone: 'muted', ...closed },
  },
  moves: {
    publish: {
      from: ['draft'],
      to: 'publishing',
      label: text('发布', 'Publish'),
      tone: 'primary',
      stamps: ['published_by'],
      effect: text(
        '发往微信后取代现在的菜单；现在的菜单成为历史版本，可以回滚。',
        'Sent to WeChat, it replaces the present menu, which becomes a former version and can be rolled back to.',
      ),
    },
    rollBack: {
      from: ['archived'],
      to: 'publishing',
      label: text('回滚到此版本', 'Roll back to this version'),
      tone: 'primary',
      stamps: ['published_by'],
    },
    recall: {
      from: ['publishing'],
      to: 'draft',
      orTo: ['archived'],
      label: text('停止发布', 'Stop publishing'),
      effect: text(
        '如微信已收到，随即改回现在的菜单；没有已发布的菜单时撤下。',
        'If WeChat has it already, the present menu is sent again; without one it is taken down.',
      ),
    },
    confirm: {
      from: ['publishing'],
      to: 'published',
      by: [],
      label: text('微信已接受', 'Accepted by WeChat'),
      emits: 'published',
      stamps: ['published_at'],
    },
    refuse: {
      from: ['publishing'],
      to: 'draft',
      orTo: ['archived'],
      by: [],
      label: text('发布失败', 'Not published'),
      emits: 'refused',
    },
    archive: { from: ['published'], to: 'archived', by: [], label: text('被取代', 'Replaced') },
  },
});

/** A menu of an official account, in versions (domain reference §2.S `wx_menu`). */
export const wechatMenu = resource({
  name: 'wechat/menu',
  label: text('公众号菜单', 'Account menus'),
  icon: 'menu',
  title: 'name',
  subtitle: [['revision', text('第 {n} 版', 'version {n}')]],
  scope: 'parent',
  partOf: 'account_id',
  order: ['id', 'desc'],
  listed: ['name', 'account_id', 'status', 'revision', 'published_at', 'published_by', 'errcode'],
  acts: {
    draft: {
      label: text('编制新版本', 'Draft a new version'),
      confirm: text(
        '以 {n} 个菜单为底稿各起草一个新版本？',
        'Draft {n} new {n|version|versions} from the {n|menu|menus}?',
      ),
      done: text('已起草 {n} 个', '{n} {n|draft|drafts} made'),
      on: ['status', 'published'],
    },
  },
  fields: {
    account_id: field.reference(text('公众号', 'Official account'), { to: 'wechat/account', required: true }),
    name: field.text(text('菜单名称', 'Name'), { required: true, max: 60, search: true }),
    buttons: field.rows(text('按钮', 'Buttons'), { of: 'wechat/menuButton', max: 18 }),
    revision: field.integer(text('版本号', 'Version'), {
      ...server,
      hint: text('首次发布时编号', 'Numbered when first published'),
    }),
    published_at: field.datetime(text('发布时间', 'Published at'), server),
    published_by: field.reference(text('发布人', 'Published by'), {
      ...server,
      to: 'auth/admin',
      reach: 'all',
      related: false,
    }),
    errcode: field.integer(text('微信错误码', 'Error code of WeChat'), server),
    errmsg: field.text(text('微信错误', 'Error of WeChat'), { ...server, list: 'offered' }),
    area_code: field.area(text('地区', 'Area'), { through: 'account_id', list: 'offered' }),
  },
  life: menuLife,
});
export interface WechatMenu extends Row<typeof wechatMenu> {}
