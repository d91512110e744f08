import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { systemCaller } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { enumOf, integer, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { Refused } from '#server/refusal.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { moveRows } from '#server/write/row-set/make-lifecycle-move-on-many-rows-at-once.ts';
import type { WitnessInvitation } from '../../contract/draw/draw-call-answer-types.ts';
import { witnessSeedLength } from '../../contract/draw/path-and-title-of-draw-witness-seed-page.ts';
import { resourcesOfDrawKind, tablesOfDrawKind } from './database-tables-of-inspection-or-expert-draw.ts';
import { storeSeed } from './make-hash-and-open-draw-seeds.ts';
import { type InvitedWitness, oneTimeWitnessCode } from './one-time-witness-code.ts';

const texts = {
  closed: text('该次抽取已不再接受种子', 'This draw accepts no more seeds'),
  thanks: text(
    '种子已封存，全部到齐之前任何人都看不到',
    'Your seed is sealed: nobody can read it until all seeds have been entered',
  ),
};

const code = field.text(text('见证码', 'Witness code'), { required: true, max: 100 });
const open = { gate: 'none', methods: ['POST'], inputFrom: 'body', secret: true } as const;

/** `POST /api/enforcement.draw/witness`: what a witness is asked for. */
export const witnessInvitationCall = call({
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
    const valid = await oneTimeWitnessCode.read(engine.db, input.code);
    if (!valid) throw oneTimeWitnessCode.refused();
    return readInvitation(engine.db, valid.content);
  },
});

const columns = {
  enterprise: { name: sql`t.name`, officers: sql`t.officer_count`, officerRoot: sql`t.officer_root` },
  expert: { name: sql`t.matter`, officers: sql`null::int`, officerRoot: sql`null::text` },
};

async function readInvitation(db: Queryable, { kind, draw: id, witness }: InvitedWitness): Promise<WitnessInvitation> {
  const { draws, witnesses } = tablesOfDrawKind(kind);
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
export const enterWitnessSeedCall = call({
  ...open,
  title: text('双随机抽取-输入种子', 'Random draw: enter seed'),
  summary: text('见证人输入种子，一个见证码一次', 'Enter the seed of a witness, once per code'),
  limit: { perMinute: 10 },
  input: {
    code,
    seed: field.text(text('种子', 'Seed'), { required: true, min: witnessSeedLength.min, max: witnessSeedLength.max }),
  },
  async run({ engine, caller, input }) {
    await engine.db.transaction(async (tx) => {
      const invited = await oneTimeWitnessCode.redeem(tx, input.code);
      const { witness: name } = await readInvitation(tx, invited);
      const { kind, draw: id, witness } = invited;
      await storeSeed(engine, tx, kind, { draw: id, witness, seed: input.seed });
      const of = resourcesOfDrawKind[kind];
      // the evidence chain names the device, not the witness
      const platform = systemCaller({ ip: caller.ip, userAgent: caller.userAgent, requestId: caller.requestId });
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
