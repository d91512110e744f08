import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { attachment } from '#modules/attachment/contract/attachment.ts';
import { check } from '#modules/enforcement/contract/check/check.ts';
import { checkAnswer, checkOfficer } from '#modules/enforcement/contract/check/check-child-rows.ts';
import { officer } from '#modules/library/contract/officer/officer.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { fieldCopy } from '../../contract/copy.ts';
import { fieldDevice } from '../../contract/device.ts';
import { fieldOperation } from '../../contract/field-operation.ts';

/** Tables of the kit, and of the checks it leads. */
export const tables = {
  copy: sql.id(tableOf(fieldCopy)),
  device: sql.id(tableOf(fieldDevice)),
  operation: sql.id(tableOf(fieldOperation)),
  check: sql.id(tableOf(check)),
  answer: sql.id(tableOf(checkAnswer)),
  checkOfficer: sql.id(tableOf(checkOfficer)),
  officer: sql.id(tableOf(officer)),
  attachment: sql.id(tableOf(attachment)),
} as const;

/** States in which a check can be on a phone. */
export const fieldStates = ['dispatched', 'accepted', 'on_site', 'recording', 'returned'] as const;

/** Condition on alias `t`: checks of which an account is an officer. */
export const isOfficerOf = (account: number): Sql => sql`exists (select from ${tables.checkOfficer} o
  join ${tables.officer} p on p.id = o.officer_id where o.check_id = t.id and p.admin_id = ${account})`;
