import type { FastifyReply } from 'fastify';
import { field } from '#kernel/field/field.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import { drawCaptcha, isCaptchaId, playCaptcha } from '#server/auth/draw-play-and-check-captcha.ts';
import { refreshSession } from '#server/auth/start-refresh-and-end-sessions-by-token.ts';
import { readRange } from '#server/files/storage/open-stored-file.ts';
import { publicFilesUrlPrefix, uploadConfigForClient } from '#server/files/storage/upload-config-for-clients.ts';
import { originUrl } from '#server/http/connection/complete-paths-to-full-urls.ts';
import { type Call, type Controller, responseSent } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { tokenOfRequest } from '#server/http/dispatch-call-to-controller.ts';
import { boolean, enumOf, nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';
import type { Platform } from '#server/platform/server-module-declaration.ts';
import { badParameter, Refused } from '#server/refusal.ts';
import { readPlatformName } from '../account/read-platform-name.ts';

const texts = {
  relogin: text('登录过期，请重新登录。', 'Login expired, please login again.'),
  noPicture: text('验证码已失效，请换一张', 'This captcha has expired. Load a new one'),
  invalidToken: text('Token 无效！', 'Invalid Token!'),
};
const word = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** Sends the sound, or the requested range: some players require ranges. */
function sendSound(reply: FastifyReply, sound: Buffer, rangeHeader: string | undefined): FastifyReply {
  const range = readRange(rangeHeader, sound.length);
  reply.type('audio/wav').header('Cache-Control', 'no-store').header('Accept-Ranges', 'bytes');
  if (range === 'outside') return reply.code(416).header('Content-Range', `bytes */${sound.length}`).send('');
  if (!range) return reply.send(sound);
  const { start, end } = range;
  reply.code(206).header('Content-Range', `bytes ${start}-${end}/${sound.length}`);
  return reply.send(sound.subarray(start, end + 1));
}

const captchaId = (label: Text) => ({ id: field.text(label, { required: true, min: 4, max: 100 }) });

const captcha = call({
  gate: 'none',
  limit: { perMinute: 60 },
  summary: text(
    '图形验证码（PNG），有效十分钟；再取即换，答错三次作废',
    'Captcha (PNG), valid for ten minutes; requesting again replaces it, three wrong answers void it',
  ),
  input: captchaId(text('调用方取的编号', 'ID chosen by the caller')),
  raw: 'image/png',
  async run({ engine, input: { id }, reply }) {
    if (!isCaptchaId(id)) throw badParameter();
    await reply
      .type('image/png')
      .header('Cache-Control', 'no-store')
      .send(await drawCaptcha(engine.db, id));
    return responseSent;
  },
});

const captchaSound = call({
  gate: 'none',
  limit: { perMinute: 60 },
  summary: text(
    '读出图形验证码的数字（WAV，语言由 lang 决定），供看不清图片的人使用；有效期与次数同图片',
    'The digits of a captcha picture as they are said (WAV, in the language of lang), for who cannot see it; as long and as often as the picture',
  ),
  input: captchaId(text('图片的编号', 'The ID of the picture')),
  raw: 'audio/wav',
  async run({ engine, input: { id }, caller, request, reply }) {
    const sound = isCaptchaId(id) ? await playCaptcha(engine.db, id, caller.locale) : undefined;
    if (!sound) throw new Refused(texts.noPicture, { data: { reason: 'captcha' } });
    await sendSound(reply, sound, request.headers.range);
    return responseSent;
  },
});

/** Errors of pages. Anyone can write here, so reports are short, rate-limited and only logged; long ones are cut. */
const reportError = call({
  gate: 'none',
  methods: ['POST'],
  silent: true,
  limit: { perMinute: 10 },
  summary: text('上报页面错误', 'Report a page error'),
  input: {
    message: field.textarea(text('错误（记录前 500 字符）', 'Error (500 characters are logged)'), { max: 10_000 }),
    stack: field.textarea(text('调用栈（记录前 4000 字符）', 'Stack trace (4000 characters are logged)'), {
      max: 100_000,
    }),
    url: field.text(text('页面（记录前 500 字符）', 'Page (500 characters are logged)'), { max: 10_000 }),
  },
  answer: nothing,
  run({ engine, input: { message, stack, url }, caller }) {
    engine.log.warn(
      {
        problem: message?.slice(0, 500) ?? '',
        page: url?.slice(0, 500) ?? '',
        stack: stack?.slice(0, 4000) ?? '',
        actor: caller.id,
        userAgent: caller.userAgent.slice(0, 300),
      },
      'page problem',
    );
    return null;
  },
});

const refreshToken = (authenticator: Platform['authenticator']) =>
  call({
    gate: 'none',
    methods: ['POST'],
    secret: true,
    limit: { perMinute: 60 },
    summary: text(
      '以刷新令牌换新令牌；旧令牌放在 batoken 或 ba-user-token',
      'Exchange a refresh token for a new token; the old one goes in batoken or ba-user-token',
    ),
    inputFrom: 'body',
    // stock clients also call it refreshToken; one that is missing ends the session like one that has expired
    checkedInRun: { refresh_token: field.text(text('刷新令牌', 'Refresh token'), { required: true }) },
    answer: object({ type: enumOf('admin-refresh', 'user-refresh'), token: string }),
    run: (made) => refreshTokens(authenticator, made),
  });

/** Site settings a page needs before sign-in. */
const site = call({
  gate: 'none',
  summary: text('公开的站点信息', 'Public site information'),
  answer: object({
    site: object({ siteName: string, recordNumber: string, version: string, cdnUrl: string, upload: object({}) }),
    openMemberCenter: boolean,
    captcha: boolean,
    settings: object({}),
    words: string,
  }),
  run: ({ engine, caller, request }) => ({
    site: {
      siteName: readPlatformName(engine, caller.locale),
      recordNumber: engine.settings(siteSettings).record_number ?? '',
      version: '0.1.0',
      cdnUrl: publicFilesUrlPrefix(engine) || originUrl(request.host),
      upload: uploadConfigForClient(engine, caller),
    },
    openMemberCenter: engine.settings(siteSettings).member_center !== '0',
    captcha: engine.config.captcha,
    settings: engine.settingCache.public(),
    words: engine.optionLists.version(),
  }),
});

/** Calls that need no session: captchas, token refresh, error reports of pages, and the site's settings. */
export function captchaTokenRefreshAndSiteSettingsControllers({ authenticator }: Platform): Controller[] {
  return [
    {
      app: 'api',
      name: 'common',
      actions: {
        captcha,
        captchaSound,
        refreshToken: refreshToken(authenticator),
        reportError,
      },
    },
    { app: 'api', name: 'index', actions: { index: site } },
  ];
}

/** A new token for either area: for the first old token whose session matches the refresh token. */
async function refreshTokens(authenticator: Platform['authenticator'], { engine, body, request, params }: Call) {
  const refresh = word(body.refresh_token ?? body.refreshToken);
  const olds = [tokenOfRequest(request, params, 'batoken'), tokenOfRequest(request, params, 'ba-user-token')].filter(
    Boolean,
  );
  let dead = true;
  for (const old of olds.length ? olds : ['']) {
    const fresh = await refreshSession(engine.db, refresh, old, engine.config.tokenTtl);
    if (fresh === 'no-old-token') dead = false;
    else if (fresh) {
      authenticator.forget();
      return { type: fresh.type, token: fresh.token };
    }
  }
  throw new Refused(dead ? texts.relogin : texts.invalidToken);
}
