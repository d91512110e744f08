import { text } from '#kernel/text/text.ts';

/** How posts of a source reach the platform. Nothing is crawled. */
export const opinionSourceAdapters = {
  rss: text('RSS/Atom 订阅', 'RSS or Atom feed'),
  csv: text('表格导入', 'Imported sheets'),
  push: text('接口推送', 'Signed push'),
} as const;
export type OpinionSourceAdapter = keyof typeof opinionSourceAdapters;

export const opinionPlatforms = {
  news: text('新闻网站', 'News site'),
  weibo: text('微博', 'Microblog'),
  wechat: text('微信公众号', 'WeChat account'),
  short_video: text('短视频', 'Short video'),
  lifestyle: text('生活社区', 'Lifestyle community'),
  travel: text('旅游平台', 'Travel platform'),
  forum: text('论坛', 'Forum'),
  hotline: text('来信来电', 'Letters and calls'),
  other: text('其他', 'Other'),
} as const;

/** Why a row of a source is not stored. */
export const rejectionReasons = {
  future: text('发布时间晚于现在', 'Published in the future'),
  date: text('发布时间无法识别', 'Time of publication not readable'),
  empty: text('内容为空', 'No content'),
  url: text('链接不是网址', 'The link is not a web address'),
} as const;
export type RejectionReason = keyof typeof rejectionReasons;

/** How the last reading of a feed ended. */
export const fetchOutcomes = {
  ok: { ...text('正常', 'Read'), tone: 'good' },
  closed: { ...text('地址不允许访问', 'Address not allowed'), tone: 'bad' },
  redirected: { ...text('地址已转向', 'Address redirects'), tone: 'bad' },
  timeout: { ...text('超时', 'Timed out'), tone: 'warning' },
  unreachable: { ...text('无法连接', 'Not reachable'), tone: 'warning' },
  too_large: { ...text('超过大小限制', 'Too large'), tone: 'bad' },
  encoded: { ...text('压缩的应答', 'Compressed answer'), tone: 'bad' },
  refused: { ...text('对方拒绝', 'Refused by the site'), tone: 'warning' },
  entities: { ...text('含有实体定义', 'Defines entities'), tone: 'bad' },
  unreadable: { ...text('不是 RSS 或 Atom', 'Neither RSS nor Atom'), tone: 'bad' },
} as const;
export type FetchOutcome = keyof typeof fetchOutcomes;

export const lexiconTermKinds = {
  sentiment: text('情感词', 'Sentiment'),
  subject: text('主题词', 'Subject'),
  sensitive: text('敏感词', 'Sensitive'),
  negation: text('否定词', 'Negation'),
  degree: text('程度词', 'Degree'),
} as const;
export type LexiconTermKind = keyof typeof lexiconTermKinds;

export const itemLanguages = {
  zh: text('中文', 'Chinese'),
  en: text('英文', 'English'),
  other: text('其他', 'Other'),
} as const;
export type ItemLanguage = keyof typeof itemLanguages;

export const opinionLimits = {
  content: 20_000,
  title: 200,
  url: 500,
  author: 100,
  /** Rows of one push. */
  pushed: 1000,
  /** Seconds by which the clock of a source may be ahead. */
  clockDifference: 600,
  /** Posts people labelled last, by which the lexicon is judged. */
  judged: 500,
} as const;
