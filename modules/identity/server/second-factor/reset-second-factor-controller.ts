import { field } from '#kernel/field/field.ts';
import { type Text, text } from '#kernel/text/text.ts';
import type { AccountReference, AccountType } from '#server/auth/account-reference.ts';
import { revokeAccess } from '#server/auth/revoke-access-of-account.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { notifyFactorReset } from '#server/message/notify-person-of-credential-changes-and-new-devices.ts';
import { list, nothing, object } from '#server/open-api/json-schema-shorthands.ts';
import type { Platform } from '#server/platform/server-module-declaration.ts';
import { membersAdministeredBy } from '#server/read/scope/members-in-jurisdiction.ts';
import { notFound } from '#server/refusal.ts';
import { factorResetFields } from '../../contract/second-factor-reset-fields.ts';
import { requireSubordinate } from '../administrator/refuse-groups-beyond-own-rights-or-loss-of-last-super-admin.ts';
import { listSecondFactors, removeSecondFactors, secondFactorAnswer } from './list-verify-and-remove-second-factors.ts';

interface Kind {
  readonly controller: string;
  readonly title: Text;
  /** Summaries in the API document: of listing, and of resetting. */
  readonly lists: Text;
  readonly resets: Text;
  readonly done: Text;
  /** Refuses callers who may not reset this account. */
  judge(engine: Engine, db: Queryable, caller: Caller, id: number): Promise<void>;
}

const kinds: Readonly<Record<AccountType, Kind>> = {
  admin: {
    controller: 'auth.admin',
    title: text('管理员-重置二次验证', 'Administrators: reset the second factor'),
    lists: text('下级管理员的二次验证', 'Two-factor methods of a subordinate administrator'),
    resets: text('重置下级管理员的二次验证', 'Reset two-factor verification of a subordinate administrator'),
    done: text('已重置，该管理员的登录已全部结束', 'Reset; all sessions of this administrator have ended'),
    judge: (_, db, caller, id) => requireSubordinate(db, caller, id),
  },
  member: {
    controller: 'user.user',
    title: text('重置二次验证', 'Reset two-factor verification'),
    lists: text('会员的二次验证', 'Two-factor methods of a member'),
    resets: text('重置会员的二次验证', 'Reset two-factor verification of a member'),
    done: text('已重置，该会员的登录已全部结束', 'Reset; all sessions of this member have ended'),
    async judge(engine, db, caller, id) {
      const administered = sql`select 1 as administered from member m where m.id = ${id} and ${membersAdministeredBy(engine, caller)}`;
      if (!(await db.row(administered))) throw notFound();
    },
  },
};

/** Lists and resets second factors of other accounts, after the loss of a phone. */
export function resetSecondFactorController({ engine, authenticator }: Platform, type: AccountType): Controller {
  const { db } = engine;
  const { controller, title, lists, resets, done, judge } = kinds[type];
  const id = field.integer(text('编号', 'ID'), { required: true, min: 1 });
  return {
    app: 'admin',
    name: controller,
    actions: {
      factors: call({
        gate: 'rule',
        node: `${controller.replace('.', '/')}/resetFactor`,
        summary: lists,
        input: { id },
        answer: object({ list: list(secondFactorAnswer) }),
        async run({ caller, input }) {
          await judge(engine, db, caller, input.id);
          return { list: await listSecondFactors(db, { type, id: input.id }) };
        },
      }),
      resetFactor: call({
        gate: 'rule',
        methods: ['POST'],
        title,
        summary: resets,
        input: { id, ...factorResetFields },
        answer: nothing,
        async run({ caller, input }) {
          const who: AccountReference = { type, id: input.id };
          await db.transaction(async (tx) => {
            await judge(engine, tx, caller, who.id);
            if ((await removeSecondFactors(tx, who)) === 0) throw notFound();
            await revokeAccess(tx, who);
            await notifyFactorReset(engine, tx, who);
            tx.afterCommit(() => authenticator.forget());
          });
          return new Answer(null, done[caller.locale]);
        },
      }),
    },
  };
}
