import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { mayPerform } from '#web/resource/may-user-perform-action.ts';

import '#web/error/state.css';

const texts = {
  none: text('还没有{label}', 'No {label} yet'),
  addBody: text('从添加第一条开始。', 'Start by adding the first one.'),
  importBody: text('添加第一条，或从表格导入。', 'Add the first one or import a spreadsheet.'),
  noneWatch: text('有数据后会显示在这里。', 'Data will be shown here.'),
  noMatch: text('没有符合条件的记录', 'No matching records'),
  noMatchBody: text('放宽筛选条件，或换一个关键词。', 'Broaden the filters or try another keyword.'),
  clear: text('清除全部条件', 'Clear all filters'),
  add: text('添加', 'Add'),
};

export interface EmptyStateProps {
  readonly resource: AnyResource;
  readonly filtered: boolean;
  onClear(): void;
  onAdd?: (() => void) | undefined;
}

/** Shown in place of rows: why there are none, and what to do. */
export function EmptyState({ resource, filtered, onClear, onAdd }: EmptyStateProps) {
  if (filtered) {
    return (
      <State title={translate(texts.noMatch)} body={translate(texts.noMatchBody)}>
        <Button onClick={onClear}>{translate(texts.clear)}</Button>
      </State>
    );
  }
  return (
    <State
      title={
        resource.empty
          ? translate(resource.empty)
          : translate(texts.none, { label: translate(resource.label).toLowerCase() })
      }
      body={translate(onAdd ? (mayPerform(resource, 'import') ? texts.importBody : texts.addBody) : texts.noneWatch)}
    >
      {onAdd && (
        <Button type="primary" onClick={onAdd}>
          {translate(texts.add)}
        </Button>
      )}
    </State>
  );
}

function State({ title, body, children }: { title: string; body: string; children?: ReactNode }) {
  return (
    <div className="xj-state">
      <h2>{title}</h2>
      <p>{body}</p>
      <div className="xj-state-buttons">{children}</div>
    </div>
  );
}
