import { Button } from 'antd';
import { lazy, type ReactNode, Suspense } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { ListQuery } from '#kernel/list/list-query-in-url.ts';
import { text } from '#kernel/text/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { goTo } from '#web/http/navigate-by-router.ts';
import { translate } from '#web/i18n/locale.ts';
import type { PrintedRowCount } from '#web/record/print/print-heading-of-record-or-list.tsx';
import { mayPerform } from '#web/resource/may-user-perform-action.ts';
import type { TableSettings } from '#web/table/columns/column-settings.ts';
import { LazyDropdown, LazyPopover } from '#web/table/popup/lazy-popup-buttons.tsx';
import {
  type ModuleListLink,
  moduleListLinksOf,
} from '#web/table/screen/links-from-lists-to-module-screens-registry.ts';

const ListPrintHeading = lazy(() => import('#web/record/print/print-heading-of-record-or-list.tsx'));
const ColumnSettingsPanel = lazy(() => import('#web/table/columns/column-settings-panel.tsx'));

const texts = {
  add: text('添加', 'Add'),
  refresh: text('刷新', 'Refresh'),
  figures: text('统计图', 'Charts'),
  columns: text('列设置', 'Column settings'),
  more: text('导入导出', 'Import and export'),
  unfold: text('全部展开', 'Expand all'),
  fold: text('全部收起', 'Collapse all'),
};

async function follow({ load }: ModuleListLink, resource: AnyResource, query: ListQuery): Promise<void> {
  const { default: leads } = await load();
  const there = leads(resource, query);
  if (!there) return;
  goTo(there.to);
  if (there.remark) toast.info(translate(there.remark));
}

interface ListToolsProps {
  readonly resource: AnyResource;
  /** The query of the list, which links pass on. */
  readonly query: ListQuery;
  /** For the note on a printed list about rows that are not printed. Undefined: all rows are printed. */
  readonly printedRows: PrintedRowCount | undefined;
  readonly settings: TableSettings;
  readonly unfolded: boolean;
  onAdd(): void;
  onRefresh(): void;
  onExport(format: 'xlsx' | 'csv'): void;
  onImport(): void;
  onSettings(settings: TableSettings): void;
  onUnfold(): void;
  /** Whether measures are shown above the list. Undefined: the resource has none. */
  readonly figures?: boolean;
  onFigures?(shown: boolean): void;
  /** Additional tools of this list. */
  readonly own?: ReactNode;
}

/** The toolbar of a list. */
export function ListToolbar(props: ListToolsProps) {
  const { resource, settings, unfolded } = props;
  return (
    <div className="xj-list-tools">
      <Suspense fallback={null}>
        <ListPrintHeading title={translate(resource.label)} rows={props.printedRows} />
      </Suspense>
      {props.own}
      {resource.tree && <Button onClick={props.onUnfold}>{translate(unfolded ? texts.fold : texts.unfold)}</Button>}
      <Button onClick={props.onRefresh}>{translate(texts.refresh)}</Button>
      {props.onFigures && (
        <Button aria-pressed={props.figures === true} onClick={() => props.onFigures?.(props.figures !== true)}>
          {translate(texts.figures)}
        </Button>
      )}
      {moduleListLinksOf(resource).map((link) => (
        <Button key={link.rule} onClick={() => void follow(link, resource, props.query)}>
          {translate(link.label)}
        </Button>
      ))}
      <LazyPopover
        placement="bottomRight"
        content={
          <Suspense fallback={null}>
            <ColumnSettingsPanel resource={resource} settings={settings} onChange={props.onSettings} />
          </Suspense>
        }
      >
        <Button aria-haspopup="dialog">{translate(texts.columns)}</Button>
      </LazyPopover>
      {(mayPerform(resource, 'export') || mayPerform(resource, 'import')) && (
        <LazyDropdown menu={({ exportMenu }) => exportMenu(props)}>
          <Button aria-haspopup="menu">{translate(texts.more)} ▾</Button>
        </LazyDropdown>
      )}
      {mayPerform(resource, 'add') && (
        <Button type="primary" onClick={props.onAdd}>
          {translate(texts.add)}
        </Button>
      )}
    </div>
  );
}
