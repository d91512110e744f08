import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { ListQuery } from '#kernel/list/list-query-in-url.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { reportOfList } from './report-criteria-in-url.ts';

const partly = text(
  '搜索词和个人信息的筛选条件不用于统计，其余条件已带入',
  'Search words and filters on personal data are not used in reports; all other filters were carried over',
);

/** Link to the report of the rows a list shows, with a remark where it cannot cover exactly these rows. */
export default function linkFromListToReport(
  resource: AnyResource,
  query: ListQuery,
): { readonly to: string; readonly remark?: Text } | undefined {
  const report = reportOfList(resource, query);
  return report && { to: report.to, ...(report.whole ? {} : { remark: partly }) };
}
