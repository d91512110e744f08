import QRCode from 'qrcode';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { oneTimeTicket } from '#server/auth/one-time-ticket.ts';
import { system } from '#server/caller.ts';
import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import { call, rowKey } from '#server/http/call.ts';
import { Answer } from '#server/http/connection/envelope.ts';
import { integer, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/scope.ts';
import { notFound, Refused } from '#server/refusal.ts';
import { changeRows } from '#server/write/row-set/change-rows.ts';
import { moveRows } from '#server/write/row-set/move-rows.ts';
import { draw } from '../../contract/draw/draw.ts';
import type { WitnessInvitation } from '../../contract/draw/draw-answers.ts';
import { drawWitness } from '../../contract/draw/draw-witness.ts';
import { seedLength, witnessPath } from '../../contract/draw/witness-page.ts';
import { storeSeed } from './seeds.ts';

const texts = {
  notOpen: text('承诺公布之后、抽取之前才能发放见证码', 'Codes are issued between the commitment and the draw'),
  entered: text('该见证人已经输入种子', 'This witness has already entered a seed'),
  closed: text('该次抽取已不再接受种子', 'This draw accepts no more seeds'),
  thanks: text('种子已封存，全部到齐之前任何人都看不到', 'Your seed is sealed: nobody can read it before all are in'),
  badCode: text(
    '见证码已使用、已换新或已过期，请向工作人员索取新的',
    'The code was used, replaced or has expired. Ask the staff for another',
  ),
};

/** The code of a witness: once, for two days; issuing another ends it. */
const witnessCode = oneTimeTicket<{ draw: number; witness: number }>({
  name: 'draw witness',
  seconds: 2 * 86_400,
  refusal: texts.badCode,
});

const holderOf = (witness: number) => `draw witness ${witness}`;

interface Standing {
  readonly [column: string]: unknown;
  readonly status: string;
  readonly entered: boolean;
}

/** `POST witnessCode`: a new code for a witness, as a link and its QR code. */
export const issueWitnessCode = call({
  gate: 'rule',
  node: `${draw.name}/seed`,
  methods: ['POST'],
  secret: true,
  title: text('双随机抽取-发放见证码', 'Random draw: issue witness code'),
  summary: text('发放见证码：见证人用手机打开，输入种子', 'Issue a code with which a witness enters a seed on a phone'),
  limit: { perMinute: 30 },
  input: { id: rowKey(text('抽取编号', 'Draw ID')), witness: rowKey(text('见证人编号', 'Witness ID')) },
  answer: object({ address: string, picture: string }),
  async run({ engine, caller, input, request }) {
    const scope = scopeOf(draw, caller, engine.find);
    const code = await engine.db.transaction(async (tx) => {
      const found = await tx.row<Standing>(sql`
        select t.status, w.entered_at is not null as entered from enforcement_draw t join enforcement_draw_witness w on w.draw_id = t.id
        where t.id = ${input.id} and w.id = ${input.witness}${scope ? sql` and ${scope}` : sql.empty} for no key update of w`);
      if (!found) throw notFound();
      if (found.status !== 'committed') throw new Refused(texts.notOpen, { data: { reason: 'bad_transition' } });
      if (found.entered) throw new Refused(texts.entered, { data: { reason: 'duplicate' } });
      await witnessCode.revoke(tx, holderOf(input.witness));
      return witnessCode.issue(tx, {
        holder: holderOf(input.witness),
        content: { draw: input.id, witness: input.witness },
      });
    });
    const address = `${request.protocol}://${request.host}${witnessPath}#${code}`;
    return { address, picture: await QRCode.toString(address, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' }) };
  },
});

const code = field.text(text('见证码', 'Witness code'), { required: true, max: 100 });
const open = { gate: 'none', methods: ['POST'], inputFrom: 'body', secret: true } as const;

/** `POST /api/enforcement.draw/witness`: what a witness is asked for. */
export const openInvitation = call({
  ...open,
  preview: true,
  summary: text('见证页：本次抽取与公布的承诺', 'Page of a witness: the draw and its published commitment'),
  limit: { perMinute: 30 },
  input: { code },
  answer: object({
    no: string,
    name: string,
    witness: string,
    count: integer,
    object_count: integer,
    officer_count: integer,
    object_root: string,
    officer_root: string,
    server_seed_hash: string,
    draw_at: integer,
  }),
  async run({ engine, input }) {
    const valid = await witnessCode.read(engine.db, input.code);
    if (!valid) throw witnessCode.refused();
    return readInvitation(engine.db, valid.content);
  },
});

async function readInvitation(
  db: Queryable,
  { draw: id, witness }: { draw: number; witness: number },
): Promise<WitnessInvitation> {
  const found = await db.row<WitnessInvitation & { readonly [column: string]: unknown }>(sql`
    select t.no, t.name, w.name as witness, t.count, t.object_count, t.officer_count, t.object_root, t.officer_root,
      t.server_seed_hash, extract(epoch from t.draw_at)::float8 as draw_at
    from enforcement_draw t join enforcement_draw_witness w on w.draw_id = t.id
    where t.id = ${id} and w.id = ${witness} and t.status = 'committed'`);
  if (!found) throw new Refused(texts.closed, { data: { reason: 'bad_transition' } });
  return found;
}

/** `POST /api/enforcement.draw/seed`: the seed of a witness, sealed until the draw. */
export const enterSeed = call({
  ...open,
  title: text('双随机抽取-输入种子', 'Random draw: enter seed'),
  summary: text('见证人输入种子，一个见证码一次', 'Enter the seed of a witness, once per code'),
  limit: { perMinute: 10 },
  input: {
    code,
    seed: field.text(text('种子', 'Seed'), { required: true, min: seedLength.min, max: seedLength.max }),
  },
  async run({ engine, caller, input }) {
    await engine.db.transaction(async (tx) => {
      const { draw: id, witness } = await witnessCode.redeem(tx, input.code);
      const { witness: name } = await readInvitation(tx, { draw: id, witness });
      await storeSeed(engine, tx, { draw: id, witness, seed: input.seed });
      const platform = system();
      await changeRows(
        engine,
        drawWitness,
        platform,
        { where: sql`t.id = ${witness} and t.entered_at is null`, set: { entered_at: sql`now()` } },
        tx,
      );
      const moved = await moveRows(
        engine,
        draw,
        platform,
        { move: 'enterSeed', where: sql`t.id = ${id}`, input: { witness: name } },
        tx,
      );
      if (moved.length === 0) throw new Refused(texts.closed, { data: { reason: 'bad_transition' } });
    });
    return new Answer(null, texts.thanks[caller.locale]);
  },
});
