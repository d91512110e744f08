import QRCode from 'qrcode';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { oneTimeTicket } from '#server/auth/one-time-ticket.ts';
import { system } from '#server/caller.ts';
import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import { call, rowKey } from '#server/http/call.ts';
import { Answer } from '#server/http/connection/envelope.ts';
import { enumOf, integer, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/scope.ts';
import { notFound, Refused } from '#server/refusal.ts';
import { changeRows } from '#server/write/row-set/change-rows.ts';
import { moveRows } from '#server/write/row-set/move-rows.ts';
import type { WitnessInvitation } from '../../contract/draw/draw-answers.ts';
import type { DrawnKind } from '../../contract/draw/draw-ids.ts';
import { seedLength, witnessPath } from '../../contract/draw/witness-page.ts';
import { drawsOf, drawTables } from './draw-kinds.ts';
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

interface InvitedWitness {
  readonly kind: DrawnKind;
  readonly draw: number;
  readonly witness: number;
}

/** The code of a witness: once, for two days; issuing another ends it. */
const witnessCode = oneTimeTicket<InvitedWitness>({
  name: 'draw witness',
  seconds: 2 * 86_400,
  refusal: texts.badCode,
});

const holderOf = (kind: DrawnKind, witness: number) => `${drawsOf[kind].witness.name} ${witness}`;

interface Standing {
  readonly [column: string]: unknown;
  readonly status: string;
  readonly entered: boolean;
}

const codeTitles = {
  enterprise: text('双随机抽取-发放见证码', 'Random draw: issue witness code'),
  expert: text('专家抽取-发放见证码', 'Draw of experts: issue witness code'),
};

/** `POST witnessCode`: a new code for a witness, as a link and its QR code. */
export const issueWitnessCode = (kind: DrawnKind) =>
  call({
    gate: 'rule',
    node: `${drawsOf[kind].draw.name}/seed`,
    methods: ['POST'],
    secret: true,
    title: codeTitles[kind],
    summary: text(
      '发放见证码：见证人用手机打开，输入种子',
      'Issue a code with which a witness enters a seed on a phone',
    ),
    limit: { perMinute: 30 },
    input: { id: rowKey(text('抽取编号', 'Draw ID')), witness: rowKey(text('见证人编号', 'Witness ID')) },
    answer: object({ address: string, picture: string }),
    async run({ engine, caller, input, request }) {
      const scope = scopeOf(drawsOf[kind].draw, caller, engine.find);
      const { draws, witnesses } = drawTables(kind);
      const code = await engine.db.transaction(async (tx) => {
        const found = await tx.row<Standing>(sql`
        select t.status, w.entered_at is not null as entered from ${draws} t join ${witnesses} w on w.draw_id = t.id
        where t.id = ${input.id} and w.id = ${input.witness}${scope ? sql` and ${scope}` : sql.empty} for no key update of w`);
        if (!found) throw notFound();
        if (found.status !== 'committed') throw new Refused(texts.notOpen, { data: { reason: 'bad_transition' } });
        if (found.entered) throw new Refused(texts.entered, { data: { reason: 'duplicate' } });
        await witnessCode.revoke(tx, holderOf(kind, input.witness));
        return witnessCode.issue(tx, {
          holder: holderOf(kind, input.witness),
          content: { kind, draw: input.id, witness: input.witness },
        });
      });
      const address = `${request.protocol}://${request.host}${witnessPath}#${code}`;
      return {
        address,
        picture: await QRCode.toString(address, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' }),
      };
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
    kind: enumOf('enterprise', 'expert'),
    no: string,
    name: string,
    witness: string,
    count: integer,
    object_count: integer,
    officer_count: orNull(integer),
    object_root: string,
    officer_root: orNull(string),
    server_seed_hash: string,
    draw_at: integer,
  }),
  async run({ engine, input }) {
    const valid = await witnessCode.read(engine.db, input.code);
    if (!valid) throw witnessCode.refused();
    return readInvitation(engine.db, valid.content);
  },
});

const columns = {
  enterprise: { name: sql`t.name`, officers: sql`t.officer_count`, officerRoot: sql`t.officer_root` },
  expert: { name: sql`t.matter`, officers: sql`null::int`, officerRoot: sql`null::text` },
};

async function readInvitation(db: Queryable, { kind, draw: id, witness }: InvitedWitness): Promise<WitnessInvitation> {
  const { draws, witnesses } = drawTables(kind);
  const { name, officers, officerRoot } = columns[kind];
  const found = await db.row<WitnessInvitation & { readonly [column: string]: unknown }>(sql`
    select ${kind} as kind, t.no, ${name} as name, w.name as witness, t.count, t.object_count, ${officers} as officer_count, t.object_root,
      ${officerRoot} as officer_root, t.server_seed_hash, extract(epoch from t.draw_at)::float8 as draw_at
    from ${draws} t join ${witnesses} w on w.draw_id = t.id
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
      const invited = await witnessCode.redeem(tx, input.code);
      const { witness: name } = await readInvitation(tx, invited);
      const { kind, draw: id, witness } = invited;
      await storeSeed(engine, tx, kind, { draw: id, witness, seed: input.seed });
      const of = drawsOf[kind];
      const platform = system();
      await changeRows(
        engine,
        of.witness,
        platform,
        { where: sql`t.id = ${witness} and t.entered_at is null`, set: { entered_at: sql`now()` } },
        tx,
      );
      const moved = await moveRows(
        engine,
        of.draw,
        platform,
        { move: 'enterSeed', where: sql`t.id = ${id}`, input: { witness: name } },
        tx,
      );
      if (moved.length === 0) throw new Refused(texts.closed, { data: { reason: 'bad_transition' } });
    });
    return new Answer(null, texts.thanks[caller.locale]);
  },
});
