import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound } from '#server/refusal.ts';
import { wechatAccount } from '../../contract/wechat-official-account.ts';
import { type OfficialAccount, readOfficialAccount } from './read-official-account-with-secrets.ts';

/** An account that the caller may see. @throws Refused otherwise */
export async function readAccountVisibleToCaller(engine: Engine, caller: Caller, id: number): Promise<OfficialAccount> {
  const scope = scopeOf(wechatAccount, caller, engine.find);
  const account = await readOfficialAccount(engine, sql`t.id = ${id} and ${scope ?? sql`true`}`);
  if (!account) throw notFound();
  return account;
}
