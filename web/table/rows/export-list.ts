import type { AnyResource } from '#kernel/declaration/resource.ts';
import { type ListQuery, toWireParams } from '#kernel/list/list-query-in-url.ts';
import { text } from '#kernel/text/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { downloadFile } from '#web/http/temporary-file-link.ts';
import { translate } from '#web/i18n/locale.ts';
import { exportRows } from '#web/resource/resource-calls.ts';
import { shownColumns, type TableSettings } from '#web/table/columns/column-settings.ts';

const texts = {
  queued: text(
    '数据较多，正在后台导出，完成后会通知您下载',
    'Large export running in the background; you will be notified when it is ready',
  ),
};

/** Exports the rows of a screen as a sheet: its columns in order, its filters, search and order, all pages. */
export async function exportList(
  resource: AnyResource,
  query: ListQuery,
  settings: TableSettings,
  format: 'xlsx' | 'csv',
): Promise<void> {
  const { page: _page, limit: _limit, ...params } = toWireParams(query, resource);
  const columns = shownColumns(resource, settings).map((one) => one.name);
  const { url } = await exportRows(resource, { format, columns, ...params });
  if (url) await downloadFile(url);
  else toast.info(translate(texts.queued));
}
