import { text } from '#kernel/text/text.ts';

/** For whom a question is answered. */
export const helpAudiences = {
  officer: text('内部人员', 'Officers'),
  member: text('企业会员', 'Members'),
  public: text('社会公众', 'Everybody'),
} as const;

export type HelpAudience = keyof typeof helpAudiences;
