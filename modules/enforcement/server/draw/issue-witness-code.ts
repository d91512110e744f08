import QRCode from 'qrcode';
import { maskEmail, maskMobile } from '#kernel/check/mask-personal-data.ts';
import { field } from '#kernel/field/field.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { publicAddressOrHost } from '#modules/document/contract/settings-required-to-issue-documents.ts';
import { admin } from '#modules/identity/contract/admin.ts';
import type { Caller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { call, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import { object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound, Refused } from '#server/refusal.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { moveRows } from '#server/write/row-set/make-lifecycle-move-on-many-rows-at-once.ts';
import { isDeliverable, queueMessage } from '#server/write/statement/queue-sms-email-and-wechat-messages.ts';
import type { WitnessCodeHandoverWay } from '../../contract/draw/draw-witness-fields.ts';
import type { DrawnKind } from '../../contract/draw/format-and-parse-draw-record-ids.ts';
import { drawWitnessSeedPath } from '../../contract/draw/path-and-title-of-draw-witness-seed-page.ts';
import { messageToDrawWitnessWithLinkToEnterSeed } from '../../contract/message-templates.ts';
import { resourcesOfDrawKind, tablesOfDrawKind } from './database-tables-of-inspection-or-expert-draw.ts';
import { holderKeyOfWitness, oneTimeWitnessCode, witnessCodeLifetimeSeconds } from './one-time-witness-code.ts';
import { witnessCodeHandoverWayAnswerSchema } from './witness-code-handover-way-answer-schema.ts';

const texts = {
  notOpen: text('承诺公布之后、抽取之前才能发放见证码', 'Codes are issued between the commitment and the draw'),
  entered: text('该见证人已经输入种子', 'This witness has already entered a seed'),
  seenAll: text(
    '其余见证人的见证码都由您出示过，这一份您不能再看到：请另一名承办人出示，或登记见证人的邮箱、手机后发送',
    'You have shown the codes of all other witnesses, so you cannot see this one: another officer shows it, or it is sent to the witness',
  ),
  undeliverable: text(
    '没有登记见证人的邮箱或手机，或未接入相应的发送通道',
    'The witness has no address, or the platform cannot send to it',
  ),
  ownAddress: text(
    '这是您自己的邮箱或手机，不能用来接收见证码',
    'This is your own address: it cannot receive the code',
  ),
};

const codeTitles = {
  enterprise: text('双随机抽取-发放见证码', 'Random draw: issue witness code'),
  expert: text('专家抽取-发放见证码', 'Draw of experts: issue witness code'),
};

interface WitnessToInvite {
  readonly [column: string]: unknown;
  readonly status: string;
  readonly no: string;
  readonly area_code: string;
  readonly name: string;
  readonly email: string | null;
  readonly mobile: string | null;
  readonly entered: boolean;
  /** This officer has shown the codes of all other witnesses. */
  readonly seen_all: boolean;
  /** The address is that of this officer's account. */
  readonly own: boolean;
}

const areaOf = {
  enterprise: sql`(select p.area_code from enforcement_plan p where p.id = t.plan_id)`,
  expert: sql`t.area_code`,
};

/** The witness, while nobody else issues a code of this draw. */
async function lockWitness(
  { engine, caller }: { engine: Engine; caller: Caller },
  tx: Transaction,
  kind: DrawnKind,
  { id, witness }: { readonly id: number; readonly witness: number },
): Promise<WitnessToInvite> {
  const scope = scopeOf(resourcesOfDrawKind[kind].draw, caller, engine.find);
  const { draws, witnesses } = tablesOfDrawKind(kind);
  // two officers' calls at once must not overlook each other
  await tx.query(sql`select from ${draws} t where t.id = ${id} for no key update`);
  const found = await tx.row<WitnessToInvite>(sql`
    select t.status, t.no, ${areaOf[kind]} as area_code, w.name, w.email, w.mobile, w.entered_at is not null as entered,
      not exists (select from ${witnesses} o where o.draw_id = t.id and o.id <> w.id
        and (o.code_way, o.code_by) is distinct from ('screen', ${caller.id}::bigint)) as seen_all,
      exists (select from ${sql.id(tableOf(admin))} a where a.id = ${caller.id} and (lower(a.email) = lower(w.email) or a.mobile = w.mobile)) as own
    from ${draws} t join ${witnesses} w on w.draw_id = t.id
    where t.id = ${id} and w.id = ${witness}${scope ? sql` and ${scope}` : sql.empty} for no key update of w`);
  if (!found) throw notFound();
  if (found.status !== 'committed') throw new Refused(texts.notOpen, { data: { reason: 'bad_transition' } });
  if (found.entered) throw new Refused(texts.entered, { data: { reason: 'duplicate' } });
  return found;
}

/** The address to which the code of a witness can be sent: e-mail before text messages. */
function addressOf(engine: Engine, { email, mobile }: WitnessToInvite) {
  if (email && isDeliverable(engine, 'email')) return { way: 'email', to: { email }, shown: maskEmail(email) } as const;
  if (mobile && isDeliverable(engine, 'mobile'))
    return { way: 'mobile', to: { mobile }, shown: maskMobile(mobile) } as const;
  return undefined;
}

/**
 * `POST witnessCode`: a new code for a witness. It is sent to them, so that no officer reads it, or shown as a QR code;
 * no officer is shown the codes of all witnesses. Either way it is an entry of the evidence chain.
 */
export const issueWitnessCode = (kind: DrawnKind) =>
  call({
    gate: 'rule',
    node: `${resourcesOfDrawKind[kind].draw.name}/seed`,
    methods: ['POST'],
    secret: true,
    title: codeTitles[kind],
    summary: text(
      '发放见证码：发到见证人的邮箱或手机，或在屏幕上出示；见证人用手机打开，输入种子',
      'Issue a code with which a witness enters a seed: sent to their address, or shown on the screen',
    ),
    limit: { perMinute: 30 },
    input: {
      id: rowKeyInput(text('抽取编号', 'Draw ID')),
      witness: rowKeyInput(text('见证人编号', 'Witness ID')),
      sent: field.switch(text('发给见证人', 'Send it to the witness')),
    },
    answer: object({
      way: witnessCodeHandoverWayAnswerSchema,
      to: orNull(string),
      address: orNull(string),
      picture: orNull(string),
    }),
    async run({ engine, caller, input, request }) {
      const { id, witness } = input;
      const { code, way, to } = await engine.db.transaction(async (tx) => {
        const invited = await lockWitness({ engine, caller }, tx, kind, { id, witness });
        const address = addressOf(engine, invited);
        const sent = input.sent === '1';
        if (sent && !address) throw new Refused(texts.undeliverable, { data: { reason: 'undelivered' } });
        if (sent && invited.own) throw new Refused(texts.ownAddress, { data: { reason: 'forbidden' } });
        if (!sent && invited.seen_all) throw new Refused(texts.seenAll, { data: { reason: 'forbidden' } });
        const handover =
          sent && address ? { way: address.way, to: address.shown } : ({ way: 'screen', to: null } as const);
        await oneTimeWitnessCode.revoke(tx, holderKeyOfWitness(kind, witness));
        const secret = await oneTimeWitnessCode.issue(tx, {
          holder: holderKeyOfWitness(kind, witness),
          content: { kind, draw: id, witness },
        });
        await recordIssue(engine, tx, caller, kind, { id, witness, name: invited.name, ...handover });
        if (!sent || !address) return { code: secret, ...handover };
        const link = `${publicAddressOrHost(engine.settings, request)}${drawWitnessSeedPath}#`;
        const values = { witness: invited.name, no: invited.no };
        await queueMessage(
          engine,
          tx,
          messageToDrawWitnessWithLinkToEnterSeed,
          { ...values, address: `${link}${secret}` },
          { ...address.to, areaCode: invited.area_code },
          { shown: { ...values, address: `${link}***` }, seconds: witnessCodeLifetimeSeconds },
        );
        return { code: null, ...handover };
      });
      if (code === null) return { way, to, address: null, picture: null };
      const address = `${request.protocol}://${request.host}${drawWitnessSeedPath}#${code}`;
      const picture = await QRCode.toString(address, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' });
      return { way, to, address, picture };
    },
  });

interface IssuedCode {
  readonly id: number;
  readonly witness: number;
  readonly name: string;
  readonly way: WitnessCodeHandoverWay;
  readonly to: string | null;
}

/** Who issued a code for whom, when and how: with the witness, in the timeline and in the evidence chain of the draw. */
async function recordIssue(
  engine: Engine,
  tx: Transaction,
  caller: Caller,
  kind: DrawnKind,
  { id, witness, name, way, to }: IssuedCode,
): Promise<void> {
  const of = resourcesOfDrawKind[kind];
  await changeRows(
    engine,
    of.witness,
    caller,
    {
      where: sql`t.id = ${witness}`,
      set: { code_way: way, code_to: to, code_at: sql`now()`, code_by: caller.id },
      touched: true,
    },
    tx,
  );
  const moved = await moveRows(
    engine,
    of.draw,
    caller,
    { move: 'issueCode', where: sql`t.id = ${id}`, input: { witness: name, way } },
    tx,
  );
  if (moved.length === 0) throw new Refused(texts.notOpen, { data: { reason: 'bad_transition' } });
}
