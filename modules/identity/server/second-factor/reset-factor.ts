import { type Text, text } from '#kernel/text/text.ts';
import type { AccountReference, AccountType } from '#server/auth/account-reference.ts';
import { revokeAccess } from '#server/auth/revoke-access.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine.ts';
import { Answer } from '#server/http/connection/envelope.ts';
import type { Controller } from '#server/http/controller.ts';
import { notifyFactorReset } from '#server/message/notify-account.ts';
import type { Platform } from '#server/platform/server-module.ts';
import { readKey } from '#server/read/row/row.ts';
import { membersAdministeredBy } from '#server/read/scope/members-in-jurisdiction.ts';
import { invalid, notFound } from '#server/refusal.ts';
import { checkFields } from '#server/write/field/validate-fields.ts';
import { factorResetFields } from '../../contract/second-factor-reset-fields.ts';
import { requireSubordinate } from '../administrator/access-hooks.ts';
import { listFactors, removeFactors } from './second-factors.ts';

interface Kind {
  readonly controller: string;
  readonly title: Text;
  readonly done: Text;
  /** Refuses callers who may not reset this account. */
  judge(engine: Engine, db: Queryable, caller: Caller, id: number): Promise<void>;
}

const kinds: Readonly<Record<AccountType, Kind>> = {
  admin: {
    controller: 'auth.admin',
    title: text('管理员-重置二次验证', 'Administrators: reset the second factor'),
    done: text('已重置，该管理员的登录已全部结束', 'Reset; all sessions of this administrator have ended'),
    judge: (_, db, caller, id) => requireSubordinate(db, caller, id),
  },
  member: {
    controller: 'user.user',
    title: text('重置二次验证', 'Reset two-factor verification'),
    done: text('已重置，该会员的登录已全部结束', 'Reset; all sessions of this member have ended'),
    async judge(engine, db, caller, id) {
      const administered = sql`select 1 as administered from member m where m.id = ${id} and ${membersAdministeredBy(engine, caller)}`;
      if (!(await db.row(administered))) throw notFound();
    },
  },
};

/** Lists and resets second factors of other accounts, after the loss of a phone. */
export function factorResetController({ engine, authenticator }: Platform, type: AccountType): Controller {
  const { db } = engine;
  const { controller, title, done, judge } = kinds[type];
  return {
    app: 'admin',
    name: controller,
    actions: {
      factors: {
        gate: 'rule',
        node: `${controller.replace('.', '/')}/resetFactor`,
        async handle({ caller, query }) {
          const id = readKey(query.id);
          await judge(engine, db, caller, id);
          return { list: await listFactors(db, { type, id }) };
        },
      },
      resetFactor: {
        gate: 'rule',
        methods: ['POST'],
        title,
        async handle({ caller, body }) {
          const who: AccountReference = { type, id: readKey(body.id) };
          const { errors } = checkFields(factorResetFields, body, caller.locale);
          if (Object.keys(errors).length > 0) throw invalid(errors, factorResetFields);
          await db.transaction(async (tx) => {
            await judge(engine, tx, caller, who.id);
            if ((await removeFactors(tx, who)) === 0) throw notFound();
            await revokeAccess(tx, who);
            await notifyFactorReset(engine, tx, who);
            tx.afterCommit(() => authenticator.forget());
          });
          return new Answer(null, done[caller.locale]);
        },
      },
    },
  };
}
