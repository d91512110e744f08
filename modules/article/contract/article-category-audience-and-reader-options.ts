import { text } from '#kernel/text/text.ts';

/** What an entry of the category tree opens. */
export const articleCategoryKinds = {
  list: text('文章列表', 'List of articles'),
  page: text('单页', 'Single page'),
  link: text('链接', 'Link'),
} as const;

/** Who may read an article. Officers read all of them. */
export const audiences = {
  public: { ...text('社会公众', 'Everybody'), tone: 'good' },
  enterprise: { ...text('企业会员', 'Enterprises'), tone: 'progress' },
  officer: { ...text('内部人员', 'Officers'), tone: 'neutral' },
} as const;

/** Whether a receipt is an officer's or a member's. */
export const readerKinds = {
  officer: text('内部人员', 'Officer'),
  member: text('企业会员', 'Member'),
} as const;
