import { type Text, text, textIn, textInAnyLocale } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { enforcementDomains } from '#modules/library/contract/domain/enforcement-domain.ts';
import type { Officer } from '#modules/library/contract/officer/enforcement-officer.ts';
import { whyOfficersNotPair } from '#modules/library/contract/officer/why-officers-not-assignable.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { WriteContext } from '#server/write/hook/write-hooks-of-module.ts';
import type { Check, check } from '../../contract/check/enforcement-check.ts';
import { checkOfficer } from '../../contract/check/officers-answers-and-signatures-of-check.ts';
import { enforcementCheckRefusalTexts as texts } from './enforcement-check-refusal-texts.ts';

/** An officer of a check, as on the day on which it is asked for. */
export interface OfficerWithEligibility
  extends Pick<Officer, 'id' | 'admin_id' | 'name' | 'status' | 'on_duty' | 'cert_no' | 'cert_valid_to' | 'domains'> {
  readonly [column: string]: unknown;
  readonly enabled: boolean;
  readonly recused: boolean;
  /** Whether they have scanned in. */
  readonly arrived: boolean;
}

/** What of a check decides who may make it. */
export type CheckToAssign = Pick<Check, 'id' | 'enterprise_id' | 'domain' | 'source'>;

/** Officers `f` of a check, each with what keeps them from it today. */
const officerColumns = (check: Sql, enterprise: Sql): Sql => sql`
  f.id, f.admin_id, f.name, f.status, case when f.on_duty then '1' else '0' end as on_duty, f.cert_no,
  f.cert_valid_to::text as cert_valid_to, f.domains, a.status = '1' as enabled,
  exists (select from library_recusal r where r.officer_id = f.id and r.enterprise_id = ${enterprise}
    and r.status in ('declared', 'confirmed') and r.from_on <= d.today and (r.until_on is null or r.until_on >= d.today)) as recused,
  exists (select from enforcement_check_officer o where o.check_id = ${check} and o.officer_id = f.id and o.arrived_at is not null) as arrived`;

const today = () => sql`(select ${shanghaiToday()}::date as today) d`;

/** These officers in this order, with what keeps them from the check today. */
export const readOfficersForCheck = (
  db: Queryable,
  { id, enterprise_id }: Pick<Check, 'id' | 'enterprise_id'>,
  officers: readonly number[],
): Promise<OfficerWithEligibility[]> =>
  db.rows<OfficerWithEligibility>(sql`
    select ${officerColumns(sql`${id}`, sql`${enterprise_id}`)} from library_officer f join auth_admin a on a.id = f.admin_id, ${today()}
    where f.id = any(${[...officers]}::bigint[]) order by array_position(${[...officers]}::bigint[], f.id)`);

/** The stored officers of a check `c`, in order, as a select: as {@link readOfficersForCheck}, and whether they are stamped. */
export const storedOfficersSql = (): Sql => sql`
  select ${officerColumns(sql`c.id`, sql`c.enterprise_id`)},
    own.cert_no = f.cert_no and own.lead = (row_number() over (order by own.weigh, own.id) = 1) as stamped
  from enforcement_check_officer own join library_officer f on f.id = own.officer_id join auth_admin a on a.id = f.admin_id, ${today()}
  where own.check_id = c.id order by own.weigh, own.id`;

/** Why these officers may not make the check today: two who are certified, on duty and not recused (行政处罚法 Art. 42, 43). */
export function ineligibilityOfOfficers(
  { domain, source }: CheckToAssign,
  officers: readonly OfficerWithEligibility[],
): Text[] {
  const why = whyOfficersNotPair(officers, shanghaiToday());
  const label = enforcementDomains[domain as keyof typeof enforcementDomains];
  return [
    ...(why ? [textInAnyLocale(why.text, why.values)] : []),
    // the officers of other departments have other domains
    ...officers.flatMap(({ name, domains }) =>
      source === 'joint' || domains.includes(domain)
        ? []
        : [
            text(
              textIn(texts.otherDomain, 'zh-cn', { name, domain: label['zh-cn'] }),
              textIn(texts.otherDomain, 'en', { name, domain: label.en }),
            ),
          ],
    ),
  ];
}

/** Notes why these officers may not make the check today. */
export function refuseIneligibleOfficers(
  { fail }: Pick<WriteContext, 'fail'>,
  one: CheckToAssign,
  officers: readonly OfficerWithEligibility[],
): void {
  for (const problem of ineligibilityOfOfficers(one, officers)) fail('officers', problem);
}

/** The officers of a check after this write, in order. */
export async function officersAfterWrite(
  { tx, rowsOf }: Pick<WriteContext, 'tx' | 'rowsOf'>,
  one: Pick<Check, 'id' | 'enterprise_id'>,
): Promise<OfficerWithEligibility[]> {
  const ids = (await rowsOf('officers')).map(({ officer_id }) => Number(officer_id));
  return readOfficersForCheck(tx, one, ids);
}

/** How the officers of a check are named: to the enterprise, and in papers. */
export const formatNamesOfOfficers = (officers: readonly Pick<OfficerWithEligibility, 'name' | 'cert_no'>[]): string =>
  officers.map(({ name, cert_no }) => `${name}（${cert_no}）`).join('、');

/** Stores certificates with the officers, and who leads, once the rows are there. */
export function storeCertificatesOfOfficers({
  afterStore,
  cascadeChange,
}: Pick<WriteContext<typeof check>, 'afterStore' | 'cascadeChange'>): void {
  afterStore(async (id) => {
    await cascadeChange(checkOfficer, sql`t.check_id = ${id}`, {
      cert_no: sql`(select f.cert_no from library_officer f where f.id = t.officer_id)`,
      lead: sql`t.id = (select o.id from enforcement_check_officer o where o.check_id = ${id} order by o.weigh, o.id limit 1)`,
    });
  });
}

/** The caller among the officers of the check; otherwise notes a refusal. */
export function requireCallerAmongOfficers(
  { fail }: Pick<WriteContext, 'fail'>,
  caller: Caller,
  officers: readonly OfficerWithEligibility[],
): OfficerWithEligibility | undefined {
  const own = caller.type === 'admin' ? officers.find(({ admin_id }) => admin_id === caller.id) : undefined;
  if (!own) fail('officers', texts.notOwn);
  return own;
}
