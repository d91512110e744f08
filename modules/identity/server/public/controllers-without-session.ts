import type { FastifyReply } from 'fastify';
import { text } from '#kernel/text/text.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import { drawCaptcha, isCaptchaId, playCaptcha } from '#server/auth/captcha.ts';
import { refreshSession } from '#server/auth/token.ts';
import { readRange } from '#server/files/storage/open-stored-file.ts';
import { cdnUrlOf, siteUploadConfig } from '#server/files/storage/site-upload-config.ts';
import { originUrl } from '#server/http/connection/full-url.ts';
import { answered, type Call, type Controller } from '#server/http/controller.ts';
import { tokenOf } from '#server/http/dispatch.ts';
import type { Platform } from '#server/platform/server-module.ts';
import { badParameter, Refused } from '#server/refusal.ts';
import { nameOfSite } from '../account/name-of-site.ts';

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

/** Calls that need no session: captchas, token refresh, error reports of pages, and the site's settings. */
export function controllersWithoutSession({ engine, authenticator }: Platform): Controller[] {
  return [
    {
      app: 'api',
      name: 'common',
      actions: {
        captcha: {
          gate: 'none',
          perMinute: 60,
          async handle({ query, reply }) {
            const id = word(query.id);
            if (!isCaptchaId(id)) throw badParameter();
            await reply
              .type('image/png')
              .header('Cache-Control', 'no-store')
              .send(await drawCaptcha(engine.db, id));
            return answered;
          },
        },
        captchaSound: {
          gate: 'none',
          perMinute: 60,
          async handle({ query, caller, request, reply }) {
            const id = word(query.id);
            const sound = isCaptchaId(id) ? await playCaptcha(engine.db, id, caller.locale) : undefined;
            if (!sound) throw new Refused(texts.noPicture, { data: { reason: 'captcha' } });
            await sendSound(reply, sound, request.headers.range);
            return answered;
          },
        },
        refreshToken: {
          gate: 'none',
          methods: ['POST'],
          secret: true,
          perMinute: 60,
          handle: (call) => refreshTokens(authenticator, call),
        },
        // errors of pages; anyone can write here, so reports are short, rate-limited and only logged
        reportError: {
          gate: 'none',
          methods: ['POST'],
          silent: true,
          perMinute: 10,
          handle: logPageProblem,
        },
      },
    },
    {
      app: 'api',
      name: 'index',
      actions: {
        index: {
          gate: 'none',
          handle: describeSite,
        },
      },
    },
  ];
}

/** A new token for either area: for the first old token whose session matches the refresh token. */
async function refreshTokens(authenticator: Platform['authenticator'], { engine, body, request, params }: Call) {
  const refresh = word(body.refresh_token ?? body.refreshToken);
  const olds = [tokenOf(request, params, 'batoken'), tokenOf(request, params, 'ba-user-token')].filter(Boolean);
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

/** Logs an error reported by a page. */
function logPageProblem({ engine, body, caller }: Call): null {
  const line = (value: unknown, most: number) => word(value).slice(0, most);
  engine.log.warn(
    {
      problem: line(body.message, 500),
      page: line(body.url, 500),
      stack: line(body.stack, 4000),
      actor: caller.id,
      userAgent: caller.userAgent.slice(0, 300),
    },
    'page problem',
  );
  return null;
}

/** Site settings a page needs before sign-in. */
const describeSite = ({ engine, caller, request }: Call) => ({
  site: {
    siteName: nameOfSite(engine, caller.locale),
    recordNumber: engine.settings(siteSettings).record_number ?? '',
    version: '0.1.0',
    cdnUrl: cdnUrlOf(engine) || originUrl(request.host),
    upload: siteUploadConfig(engine, caller),
  },
  openMemberCenter: engine.settings(siteSettings).member_center !== '0',
  captcha: engine.config.captcha,
  settings: engine.settingCache.public(),
  words: engine.optionLists.version(),
});
