import { createHash } from 'node:crypto';
import type { Locale } from '#kernel/text/text.ts';
import { wireCode } from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';
import type { Caller } from '#server/caller.ts';
import { DatabaseUnavailableError } from '#server/db/driver/database-availability.ts';
import type { Database } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { Refused } from '#server/refusal.ts';
import type { AccountType } from './account-reference.ts';
import { adminPermissionColumns, ungrantedMemberRulesColumn } from './caller-permission-columns-sql.ts';
import { hashToken, tokenTypeOf } from './start-refresh-and-end-sessions-by-token.ts';

/**
 * Milliseconds for which a token and its rights are cached. Revoking takes effect at once in the process that revokes,
 * and within this time in the others.
 */
const cacheLifetime = 2000;
/** `lastlogintime` means "last seen" (wire contract §2.3); writing it at most this often keeps reads free of writes. */
const seenEvery = 60_000;
const maxCached = 20_000;

export interface Device {
  locale: Locale;
  ip: string;
  userAgent: string;
  requestId: string;
}

interface Subject {
  session_id: number;
  id: number;
  name: string;
  status: string;
  area_code: string;
  absorbed: string[];
  super: boolean;
  nodes: string[];
  departments: number[];
  withheld: string[] | null;
  locked: boolean;
  viewing: number | null;
  /** Unix seconds. */
  createtime: number;
  expiretime: number;
}

type CachedSession = {
  subject: Pick<Subject, 'id' | 'session_id' | 'status' | 'locked' | 'createtime' | 'expiretime'>;
  /** Shared by all calls of the token; each call adds its own device. */
  account: Caller;
  at: number;
  seen: number;
};

/** Turns tokens into callers. */
export interface Authenticator {
  /**
   * The caller of a token. Undefined: no token, or an unknown one. Expired tokens are refused with envelope code 409.
   */
  authenticate(token: string, type: AccountType, device: Device): Promise<Caller | undefined>;
  /** Empties the cache. To be called after any change to sessions, accounts, groups or rules. */
  forget(): void;
  /** Locks sessions of administrators that made no call for so many minutes (0: never), like those locked by hand. */
  lockAfter(minutes: () => number): void;
}

/** Other clients know no locked sessions and lead to the sign-in page; ours asks for the password. */
const locked = new Refused(
  {
    'zh-cn': '登录已锁定，请输入密码解锁或重新登录！',
    en: 'The session is locked. Unlock it with your password or sign in again',
  },
  { code: wireCode.redirect, data: { routePath: '/admin/login', reason: 'session_locked' } },
);

const expired = { 'zh-cn': '登录态过期，请重新登录！', en: 'Token expiration' };

/** A short key for a set of permissions. All engines of the process cache what they compile for it under this key. */
const grantKeyOf = (type: AccountType, nodes: string) =>
  `${type[0]}${createHash('sha256').update(nodes).digest('base64')}`;

export function createAuthenticator(db: Database): Authenticator {
  const cached = new Map<string, CachedSession>();
  let idle = () => 0;

  async function load(hash: string, type: AccountType): Promise<CachedSession | undefined> {
    const subject = await db.row<Subject>(type === 'admin' ? adminOf(hash, idle()) : memberOf(hash));
    if (!subject) return undefined;
    const account: CachedSession['account'] = {
      type,
      id: subject.id,
      name: subject.name,
      super: subject.super,
      nodes: new Set(subject.nodes),
      grantKey: grantKeyOf(type, subject.super ? '*' : subject.nodes.join(',')),
      areaCode: subject.area_code,
      absorbed: subject.absorbed.length > 0 ? subject.absorbed : undefined,
      departments: subject.departments,
      sessionId: subject.session_id,
      withheld: subject.withheld ? new Set(subject.withheld) : undefined,
      viewing: subject.viewing ?? undefined,
      // preset, so that the caller of a call is a copy with four values replaced; adding four properties costs fifty
      // times as much
      locale: 'zh-cn',
      ip: '',
      userAgent: '',
      requestId: '',
    };
    const { id, session_id, status, locked: isLocked, createtime, expiretime } = subject;
    const entry = { id, session_id, status, locked: isLocked, createtime, expiretime };
    return { subject: entry, account, at: Date.now(), seen: 0 };
  }

  return {
    async authenticate(token, type, device) {
      if (token === '' || token.length > 100) return undefined;
      const hash = hashToken(token, tokenTypeOf(type, false));
      let one = cached.get(hash);
      if (!one || Date.now() - one.at > cacheLifetime) {
        const seen = one?.seen ?? 0;
        one = await load(hash, type);
        cached.delete(hash);
        if (!one) return undefined;
        one.seen = seen;
        if (cached.size >= maxCached) cached.clear();
        cached.set(hash, one);
      }
      const { subject } = one;
      if (subject.expiretime * 1000 <= Date.now()) {
        throw new Refused(expired, {
          code: 409,
          data: {
            token: '',
            type: tokenTypeOf(type, false),
            user_id: subject.id,
            createtime: subject.createtime,
            expiretime: subject.expiretime,
            expires_in: 0,
          },
        });
      }
      if (subject.status !== '1' && subject.status !== 'enable') return undefined;
      if (subject.locked) throw locked;
      if (Date.now() - one.seen > seenEvery) {
        one.seen = Date.now();
        await markSeen(db, type, subject.id, subject.session_id, device.ip).catch((error: unknown) => {
          if (!(error instanceof DatabaseUnavailableError)) throw error; // a failed note of the last call must not refuse the call
        });
      }
      const { locale, ip, userAgent, requestId } = device;
      return { ...one.account, locale, ip, userAgent, requestId };
    },
    forget: () => cached.clear(),
    lockAfter(minutes) {
      idle = minutes;
    },
  };
}

const times = sql.raw(
  `floor(extract(epoch from k.createtime))::bigint as createtime, floor(extract(epoch from k.expiretime))::bigint as expiretime`,
);

/**
 * An administrator who views the platform as a group has the rights of that group only, as long as they are super
 * themselves.
 */
const adminOf = (hash: string, idle: number) => sql`
  select a.session_id, a.id, a.name, a.status, a.createtime, a.expiretime, a.locked, a.viewing, null as withheld, ${adminPermissionColumns}
  from (select k.session_id, a.id, a.username as name, a.status, a.department_id, ${times},
      s.locked or (${idle} > 0 and s.last_seen < now() - make_interval(mins => ${idle})) as locked, v.group_id as viewing,
      case when v.group_id is null then a.group_arr else array[v.group_id] end as group_arr,
      case when v.group_id is null then a.area_code else coalesce(s.view_area, a.area_code) end as area_code
    from token k join session s on s.id = k.session_id and s.subject_type = 'admin' join auth_admin a on a.id = s.subject_id
      left join lateral (select s.view_group as group_id from auth_group g
        where s.view_group is not null and g.id = any(a.group_arr) and g.status = '1' and g.rules is null limit 1) v on true
    where k.hash = ${hash} and k.type = 'admin') a`;

const memberOf = (hash: string) => sql`
  select k.session_id, m.id, m.username as name, m.status, '' as area_code, '{}'::text[] as absorbed, ${times}, false as super, '{}'::text[] as nodes, '{}'::bigint[] as departments,
    false as locked, null::bigint as viewing,
    ${ungrantedMemberRulesColumn} as withheld
  from token k join session s on s.id = k.session_id and s.subject_type = 'member' join member m on m.id = s.subject_id
  where k.hash = ${hash} and k.type = 'user'`;

async function markSeen(db: Database, type: AccountType, id: number, sessionId: number, ip: string): Promise<void> {
  const table = sql.id(type === 'admin' ? 'auth_admin' : 'member');
  await db.query(
    sql`with s as (update session set last_seen = now() where id = ${sessionId}) update ${table} set lastlogintime = now(), lastloginip = ${ip} where id = ${id}`,
  );
}
