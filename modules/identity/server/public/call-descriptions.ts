import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/call-description.ts';
import { boolean, enumOf, nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';

const refreshToken = { refresh_token: field.text(text('刷新令牌', 'Refresh token'), { required: true }) };

/** Descriptions of the calls without a session for the API document: captchas, token refresh, error reports, the site. */
export const callsWithoutSession: CallDescriptions = {
  'api/common/captcha': {
    summary: text(
      '图形验证码（PNG），有效十分钟；再取即换，答错三次作废',
      'Captcha (PNG), valid for ten minutes; requesting again replaces it, three wrong answers void it',
    ),
    query: {
      id: field.text(text('调用方取的编号', 'ID chosen by the caller'), { required: true, min: 4, max: 100 }),
    },
    raw: 'image/png',
  },
  'api/common/captchaSound': {
    summary: text(
      '读出图形验证码的数字（WAV，语言由 lang 决定），供看不清图片的人使用；有效期与次数同图片',
      'The digits of a captcha picture as they are said (WAV, in the language of lang), for who cannot see it; as long and as often as the picture',
    ),
    query: {
      id: field.text(text('图片的编号', 'The ID of the picture'), { required: true, min: 4, max: 100 }),
    },
    raw: 'audio/wav',
  },
  'api/common/refreshToken': {
    summary: text(
      '以刷新令牌换新令牌；旧令牌放在 batoken 或 ba-user-token',
      'Exchange a refresh token for a new token; the old one goes in batoken or ba-user-token',
    ),
    body: refreshToken,
    data: object({ type: enumOf('admin-refresh', 'user-refresh'), token: string }),
  },
  'api/common/reportError': {
    summary: text('上报页面错误', 'Report a page error'),
    body: {
      message: field.text(text('错误', 'Error'), { max: 500 }),
      stack: field.textarea(text('调用栈', 'Stack trace'), { max: 4000 }),
      url: field.text(text('页面', 'Page'), { max: 500 }),
    },
    data: nothing,
  },
  'api/index/index': {
    summary: text('公开的站点信息', 'Public site information'),
    data: object({
      site: object({ siteName: string, version: string }),
      openMemberCenter: boolean,
      captcha: boolean,
      settings: object({}),
      words: string,
    }),
  },
};
