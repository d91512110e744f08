import { field } from '#kernel/field/field.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import { memberAccount } from '#modules/member/contract/member-account.ts';
import { oneTimeTicket } from '#server/auth/one-time-ticket.ts';
import { onBehalfOf } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { consumeCode, matchCode } from '#server/message/send-match-and-spend-one-time-codes.ts';
import { enumOf, nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';
import type { Platform } from '#server/platform/server-module-declaration.ts';
import { badParameter, invalid, Refused } from '#server/refusal.ts';
import { write } from '#server/write/write-pipeline.ts';
import { verifyCurrentPassword } from '../account/verify-current-password-with-attempt-limit.ts';
import {
  type ContactWay,
  codePurposes,
  contactWays,
  readContactWay,
} from '../verification-code/member-contact-ways-and-code-purposes.ts';
import { memberAccountCallInputs as inputs } from './input-fields-of-member-account-calls.ts';

const texts = {
  wrongCode: text('请输入正确的验证码！', 'Please enter the correct verification code!'),
  notBound: text('账户尚未绑定，无需验证', 'The account has none bound: there is nothing to verify'),
  proveFirst: text(
    '您需要先通过账户验证才能修改绑定信息！',
    'Verify your account before you change what it is bound to!',
  ),
  wrongPassword: text('密码错误！', 'Wrong password!'),
  same: text('未变更', 'Unchanged'),
} as const satisfies Record<string, Text>;

/** Proof of a contact, for the member and the kind of contact (wire contract §2.3). */
const contactProof = oneTimeTicket({
  name: 'member contact',
  seconds: 600,
  held: true,
  refusal: texts.proveFirst,
  data: { reason: 'forbidden' },
});
const holderOf = ({ caller }: Call, way: ContactWay): string => `member ${caller.id} ${way}`;

const word = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
const at = (field: string, message: Text, { caller }: Call) =>
  new Refused(message, { data: { reason: 'invalid', errors: { [field]: [message[caller.locale]] } } });

interface Bound {
  [column: string]: unknown;
  password: string;
  mobile: string | null;
  email: string | null;
}

const readBound = (db: Queryable, id: number) =>
  db.row<Bound>(sql`select password, mobile, lower(email) as email from member where id = ${id}`);

const own = { gate: 'login', methods: ['POST'], secret: true, limit: { perMinute: 20 }, inputFrom: 'body' } as const;

/** Changing an account's mobile or e-mail: proving the bound one, and binding another (wire contract §2.9). */
export const changeOwnContactController = ({ authenticator }: Platform): Controller => ({
  app: 'api',
  name: 'account',
  actions: {
    verification: call({
      ...own,
      summary: text(
        '凭发送到绑定手机或邮箱的验证码验证账户',
        'Verify the account by a code sent to the bound mobile or e-mail',
      ),
      checkedInRun: { type: inputs.type, captcha: inputs.captcha },
      answer: object({ type: enumOf('mobile', 'email'), accountVerificationToken: string }),
      run: prove,
    }),
    changeBind: call({
      ...own,
      confirmed: true,
      summary: text(
        '绑定手机或邮箱：已绑定的凭账户验证，未绑定的凭密码',
        'Bind mobile or e-mail: with account verification if one is bound, otherwise with the password',
      ),
      checkedInRun: {
        type: inputs.type,
        captcha: inputs.captcha,
        mobile: inputs.mobile,
        email: inputs.email,
        accountVerificationToken: field.text(text('账户验证令牌', 'Account verification token'), { max: 64 }),
        password: { ...inputs.password, required: false },
      },
      answer: nothing,
      async run(made) {
        await bind(made);
        authenticator.forget();
        return new Answer(null, '');
      },
    }),
  },
});

/** `POST verification`: exchanges the code sent to the bound contact for a token to bind another. */
async function prove(made: Call) {
  const { engine, caller, body } = made;
  const way = readContactWay(engine, word(body.type));
  if (!way) throw badParameter();
  const address = (await readBound(engine.db, caller.id))?.[way];
  if (!address) throw new Refused(texts.notBound, { data: { reason: 'invalid' } });
  const right = await matchCode(engine, address, codePurposes.verify[way], word(body.captcha));
  const token = await engine.db.transaction(async (tx) =>
    right !== undefined && (await consumeCode(tx, right))
      ? contactProof.issue(tx, { holder: holderOf(made, way) })
      : undefined,
  );
  if (token === undefined) throw at('captcha', texts.wrongCode, made);
  return { type: way, accountVerificationToken: token };
}

/**
 * `POST changeBind`: with a code sent to the new contact, and the proof of the old one or, without one, the password.
 */
async function bind(made: Call): Promise<void> {
  const { engine, caller, body } = made;
  const { locale } = caller;
  const way = readContactWay(engine, word(body.type));
  if (!way) throw badParameter();
  const address = contactWays[way].normalize(word(body[way]));
  if (!contactWays[way].isRight(address))
    throw invalid({ [way]: [contactWays[way].wrong[locale]] }, memberAccount.fields);
  const bound = await readBound(engine.db, caller.id);
  if (!bound) throw badParameter();
  if (bound[way] === address) throw at(way, texts.same, made);
  if (word(body.captcha) === '') throw invalid({ captcha: [validationMessages.required[locale]] });
  const token = word(body.accountVerificationToken);
  if (bound[way] && token === '') throw contactProof.refused();
  if (!bound[way]) await checkPassword(made, bound);
  const right = await matchCode(engine, address, codePurposes.change[way], word(body.captcha));
  if (right === undefined) throw at('captcha', texts.wrongCode, made);
  await engine.db.transaction((tx) => store(tx, made, { way, address, right, token: bound[way] ? token : undefined }));
}

async function checkPassword(made: Call, bound: Bound): Promise<void> {
  const { engine, caller, body } = made;
  const given = typeof body.password === 'string' ? body.password : '';
  if (!(await verifyCurrentPassword(engine.db, 'member', { id: caller.id, ...bound }, given)))
    throw at('password', texts.wrongPassword, made);
}

interface Binding {
  way: ContactWay;
  address: string;
  /** The verified code. */
  right: number;
  /** The proof of the old contact. */
  token: string | undefined;
}

/** In one transaction: if the contact is already bound, proof and code remain valid for another. */
async function store(
  tx: Parameters<Parameters<Call['engine']['db']['transaction']>[0]>[0],
  made: Call,
  { way, address, right, token }: Binding,
): Promise<void> {
  const { engine, caller } = made;
  if (token !== undefined) await contactProof.redeem(tx, token, holderOf(made, way));
  if (!(await consumeCode(tx, right))) throw at('captcha', texts.wrongCode, made);
  const order = { operation: 'edit', id: caller.id, input: {}, set: { [way]: address }, unread: true } as const;
  await write(engine, memberAccount, onBehalfOf(caller), order, tx);
}
