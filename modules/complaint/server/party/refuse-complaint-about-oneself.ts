import { compactIdentifier } from '#kernel/check/normalise-document-and-order-numbers.ts';
import { text } from '#kernel/text/text.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { WriteContext } from '#server/write/hook/write-hooks-of-module.ts';
import type { complaint } from '../../contract/complaint.ts';

const texts = {
  oneself: text('投诉人不能投诉自己', 'Nobody can complain about themselves'),
  respondentsMobile: text(
    '该手机是被投诉企业登记的联系电话，企业不能投诉自己',
    'This is the mobile of the enterprise complained about: it cannot complain about itself',
  ),
};

type Parties = Partial<Record<'complainant_name' | 'mobile' | 'respondent_name' | 'respondent_enterprise_id', unknown>>;

/** Refuses a complaint about oneself: of a person by the name, of an enterprise by the mobile that it registered. */
export async function refuseComplaintAboutOneself(
  { tx, fail }: { readonly tx: Transaction; readonly fail: WriteContext<typeof complaint>['fail'] },
  { complainant_name, mobile, respondent_name, respondent_enterprise_id }: Parties,
): Promise<void> {
  const plain = (name: unknown) => compactIdentifier(String(name ?? ''));
  if (plain(complainant_name) !== '' && plain(complainant_name) === plain(respondent_name))
    fail('respondent_name', texts.oneself);
  if (!respondent_enterprise_id) return;
  const own = await tx.row(sql`select 1 as own from enterprise
    where id = ${Number(respondent_enterprise_id)} and ${String(mobile ?? '')} in (legal_mobile, contact_mobile)`);
  if (own) fail('mobile', texts.respondentsMobile);
}
