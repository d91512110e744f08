import { text } from '#kernel/text/text.ts';
import { type Caller, can } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { nodesOfStandardReport, type StandardReportName } from '../contract/standard-report-definitions.ts';

export const lackingRightsText = text(
  '没有权限：该报表须能查看或导出“{what}”',
  'You do not have permission: the report needs access to “{what}”',
);

/** Label of the first resource of a report that the caller may not read as the report needs. Undefined: there is none. */
export function firstUnreadableResourceOfStandardReport(
  { find }: Pick<Engine, 'find'>,
  caller: Caller,
  report: StandardReportName,
): string | undefined {
  const lacking = nodesOfStandardReport(report).find(({ node }) => !can(caller, node));
  return lacking && (find(lacking.of)?.label[caller.locale] ?? lacking.of);
}
