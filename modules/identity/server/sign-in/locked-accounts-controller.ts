import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { AccountType } from '#server/auth/account-reference.ts';
import { unlockAccount } from '#server/auth/attempt-password-and-lock-account-after-failures.ts';
import { areaPrefixesOfCaller, type Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import type { AttemptLimit } from '#server/limit/attempt-limit.ts';
import { enumOf, integer, key, list, nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { membersInJurisdiction } from '#server/read/scope/members-in-jurisdiction.ts';
import { notFound } from '#server/refusal.ts';
import { failedSignInLimit } from './failed-sign-in-limit-from-settings.ts';

const texts = {
  unlock: text('登录锁定-解锁', 'Unlock an account'),
  unlocked: text('已解锁', 'Unlocked'),
};

/** An account locked after wrong passwords. */
export interface LockedAccount {
  [column: string]: unknown;
  type: AccountType;
  id: number;
  username: string;
  name: string;
  /** Unix seconds. */
  locked_at: number;
  until: number;
}

const times = sql.raw(
  'floor(extract(epoch from t.at[cardinality(t.at)]))::bigint as locked_at, ceil(extract(epoch from t.expiretime))::bigint as until',
);
const isLocked = ({ name, most }: AttemptLimit) =>
  sql`t.name = ${name} and cardinality(t.at) >= ${most} and t.expiretime > now()`;

/**
 * SQL: officers a caller may unlock: those of the own area; super administrators only by another one. Nobody unlocks
 * themselves, or an open session could lift the lock that stops a guesser.
 */
const officersOf = (
  caller: Caller,
): Sql => sql`exists (select from unnest(${areaPrefixesOfCaller(caller)}::text[]) digits where starts_with(a.area_code, digits)) and a.id <> ${caller.id}
  and (${caller.super} or not exists (select from auth_group g where g.id = any(a.group_arr) and g.status = '1' and g.rules is null))`;

async function listLocks(engine: Engine, caller: Caller): Promise<LockedAccount[]> {
  return engine.db.rows<LockedAccount>(sql`
    select 'admin' as type, a.id, a.username, a.nickname as name, ${times}
    from attempt t join auth_admin a on a.id = t.subject::bigint where ${isLocked(failedSignInLimit(engine, 'admin'))} and ${officersOf(caller)}
    union all
    select 'member', m.id, m.username, m.nickname, ${times}
    from attempt t join member m on m.id = t.subject::bigint where ${isLocked(failedSignInLimit(engine, 'member'))} and ${membersInJurisdiction(engine, caller)}
    order by locked_at desc, id desc limit 500`);
}

const lockedAccount = object({
  type: enumOf('admin', 'member'),
  id: key,
  username: string,
  name: string,
  locked_at: integer,
  until: integer,
});

/** Lists locked accounts and unlocks them early. */
export const lockedAccountsController: Controller = {
  app: 'admin',
  name: 'auth.lock',
  actions: {
    index: call({
      gate: 'rule',
      summary: text('被锁定的账号', 'Locked accounts'),
      answer: object({ list: list(lockedAccount) }),
      run: async ({ engine, caller }) => ({ list: await listLocks(engine, caller) }),
    }),
    unlock: call({
      gate: 'rule',
      methods: ['POST'],
      title: texts.unlock,
      summary: text('解锁账号', 'Unlock an account'),
      input: {
        type: field.select(text('类型', 'Kind'), {
          required: true,
          options: { admin: text('管理员', 'Administrator'), member: text('会员', 'Member') },
        }),
        id: field.integer(text('编号', 'ID'), { required: true, min: 1 }),
      },
      answer: nothing,
      async run({ engine, caller, input: { type, id } }) {
        const within =
          type === 'admin'
            ? sql`select 1 from auth_admin a where a.id = ${id} and ${officersOf(caller)}`
            : sql`select 1 from member m where m.id = ${id} and ${membersInJurisdiction(engine, caller)}`;
        if (!(await engine.db.row(within)) || !(await unlockAccount(engine.db, type, id))) throw notFound();
        return new Answer(null, texts.unlocked[caller.locale]);
      },
    }),
  },
};
