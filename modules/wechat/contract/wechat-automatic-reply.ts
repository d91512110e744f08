import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { replyKinds, replyTriggers } from './automatic-reply-triggers-kinds-and-limits.ts';

const server = { write: 'server', section: 'record' } as const;

/** A rule by which an official account answers (domain reference §2.S `wx_keyword`). */
export const wechatReply = resource({
  name: 'wechat/reply',
  label: text('自动回复', 'Automatic replies'),
  icon: 'message',
  title: 'name',
  scope: 'parent',
  partOf: 'account_id',
  order: ['priority', 'desc'],
  remark: text(
    '优先级高的先匹配；同级的，完全相同先于包含，包含先于模式。没有匹配时用“没有匹配时”的回复。',
    'Higher priority is tried first; within one, exact keywords before contained ones and these before patterns. If nothing matches, the reply for that case is used.',
  ),
  sections: {
    rule: text('何时回复', 'When'),
    reply: text('回复什么', 'What'),
    record: text('记录', 'Record'),
  },
  listed: ['name', 'account_id', 'trigger', 'kind', 'priority', 'enabled', 'hits', 'hit_at', 'starts_at', 'ends_at'],
  measures: { reply_hits: { label: text('命中次数', 'Times used'), sum: 'hits', by: ['trigger', 'kind'] } },
  fields: {
    account_id: field.reference(text('公众号', 'Official account'), {
      to: 'wechat/account',
      required: true,
      section: 'rule',
    }),
    name: field.text(text('规则名称', 'Name'), {
      required: true,
      max: 60,
      search: true,
      unique: ['account_id'],
      section: 'rule',
    }),
    trigger: field.select(text('触发', 'In answer to'), {
      required: true,
      options: replyTriggers,
      initial: 'keyword',
      section: 'rule',
    }),
    keywords: field.rows(text('关键词', 'Keywords'), {
      of: 'wechat/replyKeyword',
      max: 30,
      shownWhen: { by: 'trigger', of: ['keyword'] },
      section: 'rule',
    }),
    event_key: field.text(text('键值', 'Key'), {
      max: 128,
      list: 'offered',
      shownWhen: { by: 'trigger', of: ['scan', 'click'] },
      hint: text(
        '菜单按钮的键值或二维码的场景值；不填则对任何键值',
        'Key of the button or scene of the code; any, if left empty',
      ),
      section: 'rule',
    }),
    priority: field.integer(text('优先级', 'Priority'), {
      required: true,
      min: 0,
      max: 999,
      initial: 100,
      section: 'rule',
    }),
    starts_at: field.datetime(text('开始时间', 'From'), { section: 'rule' }),
    ends_at: field.datetime(text('结束时间', 'Until'), { section: 'rule' }),
    enabled: field.switch(text('启用', 'Active'), { initial: '1', section: 'rule' }),
    kind: field.radio(text('回复类型', 'Kind of reply'), {
      required: true,
      options: replyKinds,
      initial: 'text',
      section: 'reply',
    }),
    content: field.textarea(text('文字', 'Text'), {
      max: 1000,
      screened: true,
      requiredWhen: { by: 'kind', of: ['text', 'choices'] },
      shownWhen: { by: 'kind', of: ['text', 'choices'] },
      list: 'offered',
      hint: text(
        '{1} 为模式中第一个括号匹配到的内容，{platform} 为本平台地址',
        '{1} is what the first brackets of a pattern matched, {platform} the address of this platform',
      ),
      section: 'reply',
    }),
    choices: field.textarea(text('选项', 'Choices'), {
      max: 500,
      requiredWhen: { by: 'kind', of: ['choices'] },
      shownWhen: { by: 'kind', of: ['choices'] },
      list: 'never',
      hint: text(
        '每行一项，至多 10 项；点选后作为消息发来，按关键词再匹配',
        'One per line, at most 10; a chosen one arrives as a message and is matched again',
      ),
      section: 'reply',
    }),
    media_id: field.text(text('素材编号', 'ID of the picture'), {
      max: 128,
      requiredWhen: { by: 'kind', of: ['image'] },
      shownWhen: { by: 'kind', of: ['image'] },
      list: 'never',
      section: 'reply',
    }),
    cards: field.rows(text('图文', 'Cards'), {
      of: 'wechat/replyCard',
      max: 8,
      shownWhen: { by: 'kind', of: ['news'] },
      section: 'reply',
    }),
    article_id: field.reference(text('文章', 'Article'), {
      to: 'article/article',
      among: [['audience', '=', 'public']],
      requiredWhen: { by: 'kind', of: ['article'] },
      shownWhen: { by: 'kind', of: ['article'] },
      list: 'offered',
      section: 'reply',
    }),
    hits: field.integer(text('命中次数', 'Times used'), server),
    hit_at: field.datetime(text('最近命中', 'Last used'), server),
    area_code: field.area(text('地区', 'Area'), { through: 'account_id', list: 'offered', section: 'record' }),
  },
});
export interface WechatReply extends Row<typeof wechatReply> {}
