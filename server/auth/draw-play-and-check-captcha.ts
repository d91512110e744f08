import type { Locale } from '#kernel/text/text.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { drawCaptchaDigits } from './captcha-picture.ts';
import { synthesizeDigits } from './captcha-sound.ts';

/** Seconds a captcha lives (wire contract §2.8), and the number of wrong answers that end it. */
const life = 600;
const mostTries = 3;

/**
 * A picture of four digits under the client's id. Requesting an id again gives other digits and resets its tries: two
 * pictures of the same digits would show a machine what is noise.
 */
export async function drawCaptcha(db: Queryable, id: string): Promise<Buffer> {
  for (;;) {
    const { code, png } = await drawCaptchaDigits();
    const stored = await db.row(sql`
      insert into captcha (key, code, expiretime) values (${id}, ${code}, now() + make_interval(secs => ${life}))
      on conflict (key) do update set code = excluded.code, tries = 0, used = false, createtime = now(), expiretime = excluded.expiretime
      where captcha.code <> excluded.code returning key`);
    if (stored) return png;
  }
}

/**
 * The digits of a captcha as speech, for people who cannot see the picture. Undefined: there is no such captcha, or it
 * has expired.
 */
export async function playCaptcha(db: Queryable, id: string, locale: Locale): Promise<Buffer | undefined> {
  const shown = await db.row<{ code: string; drawn: string }>(sql`
    select code, extract(epoch from createtime)::text as drawn from captcha
    where key = ${id} and not used and tries < ${mostTries} and expiretime > now()`);
  // the moment it was drawn, to the microsecond, is known to nobody
  return shown && synthesizeDigits(shown.code, locale, `${id} ${shown.drawn}`);
}

/** Whether a text can be the id of a captcha: clients send UUIDs or similar. */
export const isCaptchaId = (id: string): boolean => /^[\w-]{4,100}$/.test(id);

/**
 * Whether the digits are right. A right answer uses the captcha up, the third wrong one ends it. One statement counts
 * the try and decides, so that of many simultaneous answers only three are compared.
 */
export async function checkCaptcha(db: Queryable, id: string, code: string): Promise<boolean> {
  if (!isCaptchaId(id)) return false;
  const answer = /^\d{4}$/.test(code.trim()) ? code.trim() : '';
  const tried = await db.row<{ used: boolean }>(sql`update captcha set tries = tries + 1, used = code = ${answer}
    where key = ${id} and not used and tries < ${mostTries} and expiretime > now() returning used`);
  return tried?.used === true;
}

/** Removes captchas that have expired. */
export async function purgeCaptchas(db: Queryable): Promise<void> {
  await db.query('delete from captcha where expiretime < now()');
}
