import type { Locale } from '#kernel/text/text.ts';
import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import { drawDigits } from './captcha-picture.ts';
import { synthesizeDigits } from './captcha-sound.ts';

/** Seconds an image lives (wire contract §2.8), and wrong answers that end it. */
const life = 600;
const mostTries = 3;

/**
 * A picture of four digits under the client's id. An id asked for again gets other digits and tries: two pictures of the
 * same would let a machine see what is noise.
 */
export async function drawCaptcha(db: Queryable, id: string): Promise<Buffer> {
  for (;;) {
    const { code, png } = await drawDigits();
    const stored = await db.row(sql`
      insert into captcha (key, code, expiretime) values (${id}, ${code}, now() + make_interval(secs => ${life}))
      on conflict (key) do update set code = excluded.code, tries = 0, used = false, createtime = now(), expiretime = excluded.expiretime
      where captcha.code <> excluded.code returning key`);
    if (stored) return png;
  }
}

/** The digits of a picture as they are said, for who cannot see them; undefined: there is no such picture, or no more. */
export async function playCaptcha(db: Queryable, id: string, locale: Locale): Promise<Buffer | undefined> {
  const shown = await db.row<{ code: string; drawn: string }>(sql`
    select code, extract(epoch from createtime)::text as drawn from captcha
    where key = ${id} and not used and tries < ${mostTries} and expiretime > now()`);
  // when it was drawn, to the microsecond, is told nobody
  return shown && synthesizeDigits(shown.code, locale, `${id} ${shown.drawn}`);
}

/** What clients call their pictures: UUIDs, and the like. */
export const isCaptchaId = (id: string): boolean => /^[\w-]{4,100}$/.test(id);

/**
 * Whether the digits are right. A right answer uses them up, a third wrong one ends them: the try is counted and judged
 * in one statement, so that of many answers at once three are looked at.
 */
export async function checkCaptcha(db: Queryable, id: string, code: string): Promise<boolean> {
  if (!isCaptchaId(id)) return false;
  const answer = /^\d{4}$/.test(code.trim()) ? code.trim() : '';
  const tried = await db.row<{ used: boolean }>(sql`update captcha set tries = tries + 1, used = code = ${answer}
    where key = ${id} and not used and tries < ${mostTries} and expiretime > now() returning used`);
  return tried?.used === true;
}

/** Removes pictures nobody can answer any more. */
export async function purgeCaptchas(db: Queryable): Promise<void> {
  await db.query('delete from captcha where expiretime < now()');
}
