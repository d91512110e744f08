import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { personOfEnterprise } from '#modules/enterprise/contract/person-of-enterprise.ts';
import { areaPrefixesOfCaller, type Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/** Published and not over, for alias `t`; to the second, whenever the cron job last ran. */
export const whereArticleInForce: Sql = sql`t.status = 'published' and (t.expire_at is null or t.expire_at > now())`;

/** The leading digits of the area of alias `t`; none for the whole country. */
export const leadingAreaDigitsOfArticle: Sql = sql`(case t.area_code when '100000' then '' else regexp_replace(t.area_code, '(00){1,2}$', '') end)`;

/** Enterprises of members, which hold them while they are in office: alias `p`, of the enterprise `e`. */
export const enterprisesOfMembers: Sql = sql`${sql.id(tableOf(personOfEnterprise))} p join ${sql.id(tableOf(enterprise))} e on e.id = p.enterprise_id and p.status = 'active'`;

/**
 * Which articles (alias `t`) an officer or member reads: officers those of all readers that concern their area, which
 * are the ones of it, of what lies in it and of what it lies in; members those for enterprises in the areas of theirs.
 */
export function articlesReadableBy(caller: Caller): Sql {
  if (caller.type === 'admin') {
    const inside = areaPrefixesOfCaller(caller).map(
      (prefix) => sql`(starts_with(t.area_code, ${prefix}) or starts_with(${prefix}, ${leadingAreaDigitsOfArticle}))`,
    );
    return sql`${whereArticleInForce} and (t.audience = 'public' or ${sql.join(inside, ' or ')})`;
  }
  return sql`${whereArticleInForce} and (t.audience = 'public' or t.audience = 'enterprise' and exists (
    select from ${enterprisesOfMembers} where p.user_id = ${caller.id} and starts_with(e.area_code, ${leadingAreaDigitsOfArticle})))`;
}

/**
 * Whether an officer or member who reads a notice (alias `t`) has to confirm that: officers of its area and of those
 * below, and members of enterprises there.
 */
export function mustBeConfirmedBy(caller: Caller): Sql {
  if (caller.type !== 'admin') return sql`t.must_read and t.audience = 'enterprise'`;
  const inside = areaPrefixesOfCaller(caller).map(
    (prefix) => sql`starts_with(${prefix}, ${leadingAreaDigitsOfArticle})`,
  );
  return sql`t.must_read and t.audience = 'officer' and (${sql.join(inside, ' or ')})`;
}
