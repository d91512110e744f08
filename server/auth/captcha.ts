import sharp from 'sharp';
import svgCaptcha from 'svg-captcha';
import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';

/** Seconds an image lives; asked again meanwhile, the same id shows the same digits (wire contract §2.8). */
const life = 600;

/** A picture of four digits 1–9 under the client's id. */
export async function drawCaptcha(db: Queryable, id: string): Promise<Buffer> {
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
  const kept = await db.row<{ code: string }>(sql`
    insert into captcha (key, code, expiretime) values (${id}, ${made.text}, now() + make_interval(secs => ${life}))
    on conflict (key) do update set code = case when captcha.expiretime > now() then captcha.code else excluded.code end,
      expiretime = case when captcha.expiretime > now() then captcha.expiretime else excluded.expiretime end
    returning code`);
  const svg = kept?.code === made.text ? made.data : drawDigits(kept?.code ?? made.text);
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** The library draws only texts it invents; for digits already promised it is asked digit by digit. */
function drawDigits(code: string): string {
  const digits = [...code].map((digit, place) => {
    const one = svgCaptcha.create({
      size: 1,
      charPreset: digit,
      noise: 0,
      width: 35,
      height: 48,
      fontSize: 46,
      color: true,
    });
    return `<g transform="translate(${place * 35} 0)">${one.data.replace(/^<svg[^>]*>|<\/svg>$/g, '')}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="140" height="48" viewBox="0,0,140,48"><rect width="100%" height="100%" fill="#f5f3ec"/>${digits.join('')}</svg>`;
}

/** Whether the digits are right; they are used up by a right answer only. */
export async function checkCaptcha(db: Queryable, id: string, code: string): Promise<boolean> {
  const used = await db.row(
    sql`delete from captcha where key = ${id} and lower(code) = ${code.trim().toLowerCase()} and expiretime > now() returning 1 as used`,
  );
  return used !== undefined;
}
