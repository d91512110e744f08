import { type Text, text } from '#kernel/text.ts';
import type { Shown } from './team-code.ts';

/** What is said of a code, how grave it is, and what to do. */
export const headings: Readonly<Record<Shown['verdict'], Text & { readonly tone: string; readonly more: Text }>> = {
  genuine: {
    ...text('真实有效', 'Genuine and valid'),
    tone: 'good',
    more: text('由主管部门的平台签发，未被改动。', 'Signed by the platform of the authority, and not altered.'),
  },
  old_version: {
    ...text('真实，但团队已有变更', 'Genuine, but the team has changed'),
    tone: 'warning',
    more: text('以下为最新登记内容，请与实际核对。', 'What is on record now is shown below.'),
  },
  expired: {
    ...text('已过有效期', 'No longer valid'),
    tone: 'warning',
    more: text('此码曾经有效；请向导游索取新的码。', 'It was valid once; ask the guide for a new one.'),
  },
  foreign: {
    ...text('签名不符，不是平台签发', 'Not signed by the platform'),
    tone: 'bad',
    more: text('内容可能被改动或伪造，请勿采信。', 'It was altered or forged; do not rely on it.'),
  },
  unknown_key: {
    ...text('无法识别签发者', 'Signed with an unknown key'),
    tone: 'bad',
    more: text('联网后重试，本机公钥可能已过时。', 'Try again online: the keys kept here may be old.'),
  },
  malformed: {
    ...text('不是团队码', 'Not the code of a team'),
    tone: 'bad',
    more: text('请核对码文本是否完整。', 'See whether the whole text was given.'),
  },
  unable: {
    ...text('本浏览器无法离线核验', 'This browser cannot check by itself'),
    tone: 'warning',
    more: text('请联网后重试，或更换浏览器。', 'Try again online, or in another browser.'),
  },
  no_team: {
    ...text('没有登记此团队', 'No such team is on record'),
    tone: 'bad',
    more: text('请向主管部门核实。', 'Please ask the authority.'),
  },
};
