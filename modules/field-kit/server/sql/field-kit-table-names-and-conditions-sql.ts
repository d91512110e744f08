import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { attachment } from '#modules/attachment/contract/attachment.ts';
import { check } from '#modules/enforcement/contract/check/enforcement-check.ts';
import {
  checkAnswer,
  checkOfficer,
} from '#modules/enforcement/contract/check/officers-answers-and-signatures-of-check.ts';
import { checkItem } from '#modules/library/contract/check-item/check-item.ts';
import { officer } from '#modules/library/contract/officer/enforcement-officer.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { fieldDevice } from '../../contract/officer-phone-of-field-kit.ts';
import { fieldOperation } from '../../contract/operation-received-from-phone-with-outcome.ts';
import { checkPackCopyOnPhone } from '../../contract/platform-record-of-check-copy-on-phone.ts';

/** Tables of the kit, and of the checks it leads. */
export const fieldKitTables = {
  copy: sql.id(tableOf(checkPackCopyOnPhone)),
  fetch: sql.id('field_fetch'),
  device: sql.id(tableOf(fieldDevice)),
  operation: sql.id(tableOf(fieldOperation)),
  check: sql.id(tableOf(check)),
  answer: sql.id(tableOf(checkAnswer)),
  item: sql.id(tableOf(checkItem)),
  checkOfficer: sql.id(tableOf(checkOfficer)),
  officer: sql.id(tableOf(officer)),
  attachment: sql.id(tableOf(attachment)),
} as const;

/** States in which a check can be on a phone. */
export const checkStatesOnPhone = ['dispatched', 'accepted', 'on_site', 'recording', 'returned'] as const;

/** Condition on alias `t`: checks of which an account is an officer. */
export const isOfficerOfCheckSql = (account: number): Sql => sql`exists (select from ${fieldKitTables.checkOfficer} o
  join ${fieldKitTables.officer} p on p.id = o.officer_id where o.check_id = t.id and p.admin_id = ${account})`;

/**
 * Signatures of a phone on the check of an outer query that hold for its record, as columns `content` and `weigh`, in the order of
 * the officers. What was signed before the record was returned is not signed any more; one who left the check does not sign.
 */
export const validSignaturesSql = (device: number, checkId: Sql): Sql => sql`
  select t.content, o.weigh, o.id as officer_row, t.seq from ${fieldKitTables.operation} t
    left join ${fieldKitTables.checkOfficer} o on o.check_id = t.check_id and o.officer_id = (t.content ->> 'officer')::bigint
  where t.device_id = ${device} and t.check_id = ${checkId} and t.kind = 'sign' and t.outcome = 'applied'
    and t.createtime > coalesce((select max(h.createtime) from history h
      where h.resource = ${check.name} and h.row_id = t.check_id and h.move = 'return'), '-infinity')
    and (t.content ->> 'role' <> 'officer' or o.id is not null)`;
