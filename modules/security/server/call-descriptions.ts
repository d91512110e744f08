import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/call-description.ts';
import { nothing, object } from '#server/open-api/json-schema-shorthands.ts';
import { recycleLog } from '../contract/recycle-log.ts';

const one = { id: field.integer(text('编号', 'ID'), { required: true }) };
const batch = { ids: field.references(text('编号', 'IDs'), { to: recycleLog.name, required: true }) };

/** API descriptions of restoring and rolling back. */
export const securityApiCallDescriptions: CallDescriptions = {
  'admin/security.dataRecycleLog/info': {
    summary: text('删除的一条记录', 'A deleted record'),
    query: one,
    data: object({ row: { type: 'object', additionalProperties: true } }),
  },
  'admin/security.dataRecycleLog/restore': {
    summary: text('恢复一批记录：全部或不恢复', 'Restore records, all or none'),
    body: batch,
    data: nothing,
  },
  'admin/security.sensitiveDataLog/info': {
    summary: text('敏感数据的一次变动', 'A change to sensitive data'),
    query: one,
    data: object({ row: { type: 'object', additionalProperties: true } }),
  },
  'admin/security.sensitiveDataLog/rollback': {
    summary: text('回滚一批变动：全部或不回滚', 'Roll back changes, all or none'),
    body: batch,
    data: nothing,
  },
};
