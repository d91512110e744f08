import { type Text, text, textInAnyLocale } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { enterprise } from '../contract/enterprise.ts';

/** Years of the bar on a principal after revocation: 旅行社条例 Art. 64 for agencies, 旅游法 Art. 103 otherwise. */
const barredYears = (type: string) => (type === 'agency' ? 5 : 3);

/** Bars start and end by the date in Shanghai; the database's date is eight hours late. */
const today = () => shanghaiToday();

/**
 * Bars the principal of an enterprise, identified by the keyed hash of the ID number (docs/decisions/writing.md). An ID
 * number older than the current principal belongs to a predecessor: then only the name is used.
 */
export async function barLegalRepresentative(db: Queryable, id: number, basis: string): Promise<void> {
  const type = await db.row<{ ent_type: string }>(sql`select ent_type from enterprise where id = ${id}`);
  const last = (field: string) =>
    sql`(select max(h.id) from history h where h.resource = ${enterprise.name} and h.row_id = e.id and h.changes ? ${field})`;
  await db.query(sql`insert into enterprise_barred_person (name, id_hash, enterprise_id, until, basis)
    select e.legal_person,
      case when coalesce(${last('legal_person')}, 0) <= coalesce(${last('legal_id_no')}, 0) then e.legal_id_no ->> 'hash' end,
      e.id, ${today()}::date + make_interval(years => ${barredYears(type?.ent_type ?? '')}), ${basis}
    from enterprise e where e.id = ${id}`);
}

const alike = {
  person: text(
    '法定代表人证件号码与从业限制名单一致（{basis}）',
    "The legal representative's identity number is on the list of barred persons ({basis})",
  ),
  name: text(
    '法定代表人与从业限制名单同名，须人工核实（{basis}）',
    'The legal representative has the name of a barred person: check by hand ({basis})',
  ),
  otherNumber: text(
    '法定代表人与从业限制名单同名，证件号码不同，须人工核实（{basis}）',
    'The legal representative has the name of a barred person but another identity number: check by hand ({basis})',
  ),
};

/**
 * Warning for officers if the principal is on the barred list: the same ID number is the same person under any name;
 * the same name alone needs a manual check (domain reference §2.A).
 */
export async function findBarredRepresentativeWarning(db: Queryable, id: number): Promise<Text | undefined> {
  const found = await db.row<{ basis: string; same: boolean; other: boolean }>(sql`
    select b.basis, b.id_hash is not null and b.id_hash = e.legal_id_no ->> 'hash' as same,
      b.id_hash is not null and e.legal_id_no is not null as other
    from enterprise e join enterprise_barred_person b on b.id_hash = e.legal_id_no ->> 'hash' or b.name = e.legal_person
    where e.id = ${id} and b.until >= ${today()}::date
    order by same desc, other, b.until desc limit 1`);
  if (!found) return undefined;
  const likeness = found.same ? alike.person : found.other ? alike.otherNumber : alike.name;
  return textInAnyLocale(likeness, { basis: found.basis });
}
