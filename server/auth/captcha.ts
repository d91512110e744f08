import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';

/** Seconds an image lives (wire contract §2.8), and wrong answers that end it. */
const life = 600;
const mostTries = 3;

/** Read when the first picture is drawn, and not at the start of every process. */
const libraries = () => Promise.all([import('svg-captcha'), import('sharp')]);

/**
 * A picture of four digits 1–9 under the client's id. No digit stands in it twice, and an id asked for again gets other
 * digits and tries: two pictures of the same would let a machine see what is noise.
 */
export async function drawCaptcha(db: Queryable, id: string): Promise<Buffer> {
  const [{ default: svgCaptcha }, { default: sharp }] = await libraries();
  for (;;) {
    const made = drawDistinct(svgCaptcha);
    const kept = await db.row(sql`
      insert into captcha (key, code, expiretime) values (${id}, ${made.text}, now() + make_interval(secs => ${life}))
      on conflict (key) do update set code = excluded.code, tries = 0, used = false, createtime = now(), expiretime = excluded.expiretime
      where captcha.code <> excluded.code returning key`);
    if (kept) return sharp(Buffer.from(made.data)).png().toBuffer();
  }
}

/** The library draws digits as they come; about every second picture has four different ones. */
function drawDistinct(svgCaptcha: Awaited<ReturnType<typeof libraries>>[0]['default']): { text: string; data: string } {
  for (;;) {
    const made = svgCaptcha.create({
      size: 4,
      charPreset: '123456789',
      noise: 3,
      width: 140,
      height: 48,
      fontSize: 46,
      color: true,
      background: '#f5f3ec',
    });
    if (new Set(made.text).size === made.text.length) return made;
  }
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
