import { areaPrefix } from '#kernel/kind/linked/area.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { guide } from '#modules/crew/contract/guide.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { personOfEnterprise } from '#modules/enterprise/contract/person-of-enterprise.ts';
import { memberAccount } from '#modules/member/contract/member-account.ts';
import { firstGroup } from '#modules/member/contract/member-group.ts';
import { assignedGuide } from '#modules/travel/contract/itinerary/days-stops-tourists-and-crew-of-itinerary.ts';
import { coachDispatchRequest } from '#modules/travel/contract/itinerary/request-to-coach-firm-for-vehicle.ts';
import { itinerary } from '#modules/travel/contract/itinerary/team-itinerary.ts';
import { productTemplate } from '#modules/travel/contract/product/itinerary-template-of-product.ts';
import { findAdminPasswordFault } from '#server/auth/find-admin-password-fault.ts';
import { hashPassword } from '#server/auth/hash-and-verify-password.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

export interface DemoMember {
  readonly username: string;
  /** Purpose of the account, in Chinese. */
  readonly role: string;
  readonly password: string;
}

const table = (one: Parameters<typeof tableOf>[0]): Sql => sql.id(tableOf(one));

/** Whom an account represents: an enterprise as its owner, a guide, or only themselves. */
interface Stand {
  readonly name: string;
  readonly role: string;
  readonly of?: 'enterprise' | 'guide';
  /** Finds `id`, `name`, `contact` and `mobile` of candidates in an area; the first without an account is used. */
  readonly find?: (inArea: Sql) => Sql;
}

const unheld = sql`not exists (select from ${table(personOfEnterprise)} p where p.enterprise_id = e.id)`;
const enterpriseFacts = sql`e.id, e.name, e.contact_name as contact, e.contact_mobile as mobile`;

const stands: readonly Stand[] = [
  {
    name: 'agency1',
    role: '旅行社负责人',
    of: 'enterprise',
    // with a team on its way, and a template for the next one
    find: (inArea) => sql`select ${enterpriseFacts} from ${table(enterprise)} e
      where e.ent_type = 'agency' and e.status = 'active' and ${inArea} and ${unheld}
      order by exists (select from ${table(itinerary)} i where i.agency_id = e.id and i.status = 'departed') desc,
        exists (select from ${table(productTemplate)} t where t.agency_id = e.id) desc, e.id limit 1`,
  },
  {
    name: 'coach1',
    role: '旅游客运企业负责人',
    of: 'enterprise',
    find: (inArea) => sql`select ${enterpriseFacts} from ${table(enterprise)} e
      where e.ent_type = 'coach' and e.status = 'active' and ${inArea} and ${unheld}
      order by (select count(*) from ${table(coachDispatchRequest)} d where d.coach_id = e.id and d.status = 'asked') desc, e.id limit 1`,
  },
  {
    name: 'homestay1',
    role: '民宿负责人',
    of: 'enterprise',
    find: (inArea) => sql`select ${enterpriseFacts} from ${table(enterprise)} e
      where e.ent_type = 'homestay' and e.status = 'active' and ${inArea} and ${unheld} order by e.id limit 1`,
  },
  {
    name: 'scenic1',
    role: '景区负责人',
    of: 'enterprise',
    find: (inArea) => sql`select ${enterpriseFacts} from ${table(enterprise)} e
      where e.ent_type = 'scenic' and e.status = 'active' and ${inArea} and ${unheld} order by e.id limit 1`,
  },
  {
    name: 'guide1',
    role: '导游',
    of: 'guide',
    find: (inArea) => sql`select e.id, e.name, e.name as contact, e.mobile from ${table(guide)} e
      where e.user_id is null and e.status = 'valid' and ${inArea}
      order by exists (select from ${table(assignedGuide)} g join ${table(itinerary)} i on i.id = g.itinerary_id
        where g.guide_id = e.id and i.status = 'departed') desc, e.id limit 1`,
  },
  { name: 'tourist1', role: '游客' },
];

interface Passwords {
  readonly password: string;
  readonly invent: () => string;
}

interface Found {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly name: string;
  readonly contact: string | null;
  readonly mobile: string | null;
}

/**
 * Creates members to try the platform with: owners of an agency, a coach firm and a homestay, a guide on the way, and a
 * tourist. An area that already has them gets none. A user name in use gets the digits of the area, like those of its
 * officers. A password that breaks the rules is replaced by a generated one.
 */
export async function createDemoMembers(
  engine: Engine,
  areaCode: string,
  passwords: Passwords,
): Promise<readonly DemoMember[]> {
  return engine.db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('demo members'))`); // two processes at once
    const made: DemoMember[] = [];
    for (const stand of stands) {
      const one = await makeMember(tx, stand, areaCode, passwords);
      if (one) made.push(one);
    }
    return made;
  });
}

async function makeMember(
  tx: Transaction,
  { name, role, of, find }: Stand,
  areaCode: string,
  { password, invent }: Passwords,
): Promise<DemoMember | undefined> {
  const inArea = sql`e.area_code like ${`${areaPrefix(areaCode)}%`}`;
  const pattern = `^${name}(_\\d+)?$`;
  const there = {
    enterprise: sql`select from ${table(personOfEnterprise)} p join ${table(enterprise)} e on e.id = p.enterprise_id
      join ${table(memberAccount)} m on m.id = p.user_id where ${inArea} and m.username ~ ${pattern}`,
    guide: sql`select from ${table(guide)} e join ${table(memberAccount)} m on m.id = e.user_id where ${inArea} and m.username ~ ${pattern}`,
    nobody: sql`select from ${table(memberAccount)} m where m.username = ${name}`,
  };
  if (await tx.row(there[of ?? 'nobody'])) return undefined;
  const found = find && (await tx.row<Found>(find(inArea)));
  if (find && !found) return undefined;
  const existing = await tx.row(sql`select from ${table(memberAccount)} where lower(username) = ${name}`);
  const username = existing ? `${name}_${areaCode.replace(/(00)+$/, '')}` : name;
  const own = (await findAdminPasswordFault(password, username)) ? invent() : password;
  const row = await tx.row<{
    id: number;
  }>(sql`insert into ${table(memberAccount)} (username, nickname, password, mobile, group_id)
    select ${username}, ${found?.contact ?? '游客'}, ${await hashPassword(own)},
      (select ${found?.mobile ?? null}::text where not exists (select from ${table(memberAccount)} where mobile = ${found?.mobile ?? null})),
      ${firstGroup} returning id`);
  if (row && found && of === 'enterprise')
    await tx.query(sql`insert into ${table(personOfEnterprise)} (enterprise_id, name, mobile, role, user_id, joined_at, status)
      values (${found.id}, ${found.contact}, ${found.mobile}, 'owner', ${row.id}, now(), 'active')`);
  if (row && found && of === 'guide')
    await tx.query(sql`update ${table(guide)} set user_id = ${row.id} where id = ${found.id}`);
  return { username, role: found ? `${role} · ${found.name}` : role, password: own };
}
