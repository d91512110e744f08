import { text } from '#kernel/text/text.ts';

/** What a reply answers. */
export const replyTriggers = {
  keyword: text('关键词', 'Keyword'),
  subscribe: text('关注', 'New follower'),
  scan: text('扫描带参数二维码', 'Scanned code'),
  click: text('菜单按钮', 'Menu button'),
  default: text('没有匹配时', 'Nothing matches'),
};
export type ReplyTrigger = keyof typeof replyTriggers;

/** What a reply consists of. */
export const replyKinds = {
  text: text('文字', 'Text'),
  image: text('图片', 'Picture'),
  news: text('图文', 'Linked cards'),
  article: text('本平台文章', 'Article of this platform'),
  choices: text('选项菜单', 'Choices'),
  transfer: text('转人工客服', 'Customer service'),
};
export type ReplyKind = keyof typeof replyKinds;

/** How a keyword is compared: width and case make no difference. */
export const keywordMatches = {
  exact: text('完全相同', 'Exactly'),
  contains: text('包含', 'Contained'),
  pattern: text('模式', 'Pattern'),
};
export type KeywordMatch = keyof typeof keywordMatches;

/** Bytes of a text reply (2,048 at WeChat), choices of a reply, and cards: one in answer to a message, else eight. */
export const replyLimits = { textBytes: 2048, choices: 10, cardsToMessage: 1, cards: 8, pattern: 200 } as const;
