import QRCode from 'qrcode';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { publicAddressOrHost } from '#modules/document/contract/settings-required-to-issue-documents.ts';
import { sql } from '#server/db/sql.ts';
import { type Call, type Controller, responseSent } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { integer, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { notFound } from '#server/refusal.ts';
import { readPublicKeys } from './key/evidence-signing-keys.ts';
import { readDailyEvidenceRoots } from './root/read-hourly-and-daily-evidence-roots.ts';

const signatures = orNull(object({ ed25519: string, sm2: string }));

/** What anyone may read to verify evidence (docs/formats/evidence.md). */
export const publicEvidenceKeysAndRootsController: Controller = {
  app: 'api',
  name: 'evidence',
  actions: {
    keys: call({
      gate: 'none',
      limit: { perMinute: 60 },
      summary: text('证据链签名公钥（公开）', 'Public keys that sign the evidence chain (public)'),
      answer: object({
        list: list(
          object({
            kid: string,
            ed25519: string,
            sm2: string,
            valid_from: string,
            predecessor: orNull(string),
            endorsement: signatures,
          }),
        ),
      }),
      run: async ({ engine }) => ({ list: await readPublicKeys(engine.db) }),
    }),
    day: call({
      gate: 'none',
      limit: { perMinute: 60 },
      summary: text('某日的证据根（公开）', 'Evidence root of a day (public)'),
      description: text('不给日期即为最近公布的一日。', 'Without a day: the latest published one.'),
      input: { day: field.date(text('日期', 'Day')) },
      answer: object({
        hash: string,
        content: object({
          format: string,
          number: integer,
          day: string,
          previous: string,
          roots: list(object({ number: integer, hash: string })),
          key: orNull(string),
        }),
        signatures,
        previous_day: orNull(string),
        next_day: orNull(string),
      }),
      run: readDay,
    }),
    dayQr: call({
      gate: 'none',
      limit: { perMinute: 60 },
      summary: text('每日证据根页面的二维码（SVG，公开）', 'QR code of the page of a day (SVG, public)'),
      input: { day: field.date(text('日期', 'Day'), { required: true }) },
      raw: 'image/svg+xml',
      async run({ engine, input, request, reply }) {
        const address = publicAddressOrHost(engine.settings, request);
        const picture = await QRCode.toString(`${address}/verify/root/${input.day}`, { type: 'svg', margin: 2 });
        await reply.type('image/svg+xml').send(picture);
        return responseSent;
      },
    }),
  },
};

async function readDay({ engine: { db }, params }: Call) {
  const wanted = params.day ? String(params.day) : null;
  const found = await db.row<{ number: number; hash: string; before: string | null; after: string | null }>(sql`
    select d.number, d.hash,
      (select to_char(p.day, 'YYYY-MM-DD') from chain_day p where p.number = d.number - 1) as before,
      (select to_char(n.day, 'YYYY-MM-DD') from chain_day n where n.number = d.number + 1) as after
    from chain_day d where d.day = coalesce(${wanted}::date, (select max(day) from chain_day))`);
  const [day] = found ? await readDailyEvidenceRoots(db, sql`d.number = ${found.number}`) : [];
  if (!found || !day) throw notFound();
  return { hash: found.hash, ...day, previous_day: found.before, next_day: found.after };
}
