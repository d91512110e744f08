import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { type EncryptionMode, wechatApiAddress } from '../../contract/official-account-kinds-and-encryption-modes.ts';
import { publicHttpsAddress } from './public-https-address.ts';

/** An official account with its secrets, as the server uses it. */
export interface OfficialAccount {
  readonly id: number;
  readonly name: string;
  readonly appId: string;
  readonly originalId: string | null;
  readonly secret: string | null;
  readonly token: string | null;
  readonly mode: EncryptionMode;
  readonly aesKey: string | null;
  /** Without a trailing slash. */
  readonly apiAddress: string;
  readonly isConnected: boolean;
  readonly hosts: string | null;
  /** The public https address of the platform; empty if none is set. */
  readonly platform: string;
}

interface StoredAccount {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly name: string;
  readonly app_id: string;
  readonly original_id: string | null;
  readonly secret: string | null;
  readonly token: string | null;
  readonly mode: EncryptionMode;
  readonly aes_key: string | null;
  readonly api_address: string | null;
  readonly connected: boolean;
  readonly hosts: string | null;
}

/** A secret in plain. One that was encrypted with another key is as if none had been entered: it has to be entered anew. */
function opened({ seal, log }: Engine, account: number, cipher: string | null): string | null {
  if (cipher === null) return null;
  try {
    return seal.open({ cipher, mask: '', hash: '' });
  } catch (error) {
    log.warn({ err: error, account }, 'a secret of an official account cannot be read');
    return null;
  }
}

/** An account by a condition on alias `t`. */
export async function readOfficialAccount(
  engine: Engine,
  where: Sql,
  db: Queryable = engine.db,
): Promise<OfficialAccount | undefined> {
  const row =
    await db.row<StoredAccount>(sql`select t.id, t.name, t.app_id, t.original_id, t.secret, t.token, t.mode, t.aes_key,
    t.api_address, t.connected, t.hosts from wechat_account t where ${where}`);
  return (
    row && {
      id: row.id,
      name: row.name,
      appId: row.app_id,
      originalId: row.original_id,
      secret: opened(engine, row.id, row.secret),
      token: opened(engine, row.id, row.token),
      mode: row.mode,
      aesKey: opened(engine, row.id, row.aes_key),
      apiAddress: (row.api_address ?? wechatApiAddress).replace(/\/+$/, ''),
      isConnected: row.connected,
      hosts: row.hosts,
      platform: publicHttpsAddress(engine.settings),
    }
  );
}
