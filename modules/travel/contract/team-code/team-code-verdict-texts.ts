import { type Text, text } from '#kernel/text/text.ts';
import type { TeamCodeCheckAnswer } from './format-and-verify-signed-team-code.ts';

/** Heading, tone and advice for each verdict on a code. */
export const teamCodeVerdictTexts: Readonly<
  Record<TeamCodeCheckAnswer['verdict'], Text & { readonly tone: string; readonly more: Text }>
> = {
  genuine: {
    ...text('真实有效', 'Genuine and valid'),
    tone: 'good',
    more: text('由主管部门的平台签发，未被改动。', "Issued by the authority's platform and not altered."),
  },
  old_version: {
    ...text('真实，但团队已有变更', 'Genuine, but the team has changed'),
    tone: 'warning',
    more: text(
      '以下为最新登记内容，请与实际核对。',
      'The latest registered details are shown below; compare them with what you see.',
    ),
  },
  expired: {
    ...text('已过有效期', 'Expired'),
    tone: 'warning',
    more: text('此码曾经有效；请向导游索取新的码。', 'This code was valid earlier. Ask the guide for a new one.'),
  },
  foreign: {
    ...text('签名不符，不是平台签发', 'Invalid signature: not issued by the platform'),
    tone: 'bad',
    more: text('内容可能被改动或伪造，请勿采信。', 'The content may have been altered or forged. Do not rely on it.'),
  },
  unknown_key: {
    ...text('无法识别签发者', 'Unknown issuer'),
    tone: 'bad',
    more: text('联网后重试，本机公钥可能已过时。', 'Try again online; the public keys on this device may be outdated.'),
  },
  malformed: {
    ...text('不是团队码', 'Not a team code'),
    tone: 'bad',
    more: text('请核对码文本是否完整。', 'Check that the code text is complete.'),
  },
  unable: {
    ...text('本浏览器无法离线核验', 'This browser cannot verify offline'),
    tone: 'warning',
    more: text('请联网后重试，或更换浏览器。', 'Try again online or use another browser.'),
  },
  no_team: {
    ...text('没有登记此团队', 'No such team on record'),
    tone: 'bad',
    more: text('请向主管部门核实。', 'Please check with the authority.'),
  },
};
