import type { Locale } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { adminPermissionColumns, ungrantedMemberRulesColumn } from './caller-permission-columns-sql.ts';

/** The officer a job works for, with their current rights. Undefined: the account is gone or disabled. */
export async function readOfficerCaller(db: Queryable, adminId: number, locale: Locale): Promise<Caller | undefined> {
  const row = await db.row<{
    id: number;
    name: string;
    area_code: string;
    absorbed: string[];
    super: boolean;
    nodes: string[];
    departments: number[];
  }>(
    sql`select a.id, a.username as name, ${adminPermissionColumns} from auth_admin a where a.id = ${adminId} and a.status = '1'`,
  );
  if (!row) return undefined;
  return {
    type: 'admin',
    id: row.id,
    name: row.name,
    super: row.super,
    nodes: new Set(row.nodes),
    grantKey: `job ${row.super ? '*' : row.nodes.join(',')}`,
    areaCode: row.area_code,
    ...(row.absorbed.length > 0 ? { absorbed: row.absorbed } : {}),
    departments: row.departments,
    locale,
    ...noDevice,
  };
}

/** The member a job works for, likewise. */
export async function readMemberCaller(db: Queryable, memberId: number, locale: Locale): Promise<Caller | undefined> {
  const found = await db.row<{ id: number; name: string; withheld: string[] | null }>(
    sql`select m.id, m.username as name, ${ungrantedMemberRulesColumn} as withheld from member m where m.id = ${memberId} and m.status in ('1', 'enable')`,
  );
  if (!found) return undefined;
  const { withheld, ...row } = found;
  const noRights = { super: false, nodes: new Set<string>(), grantKey: 'job member', areaCode: '', departments: [] };
  const extra = withheld ? { withheld: new Set(withheld) } : {};
  return { type: 'member', ...row, ...noRights, ...extra, locale, ...noDevice };
}

const noDevice = { ip: '', userAgent: '', requestId: '', sessionId: 0 };
