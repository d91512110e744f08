import { Button } from 'antd';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { fieldsToGroupListBy } from '#kernel/list/list-grouping-fields-and-group-sums.ts';
import { fieldOf, type ListQuery } from '#kernel/list/list-query-in-url.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { withGroup } from '#web/resource/change-filters-order-and-page-of-list-query.ts';
import { LazyDropdown } from '#web/table/popup/lazy-popup-buttons.tsx';

const texts = {
  group: text('分组', 'Group'),
  by: text('按{field}分组', 'Group by {field}'),
  none: text('不分组', 'No grouping'),
};

/** Chooses the field by which rows are grouped. */
export function GroupBySelect({
  resource,
  query,
  onChange,
}: {
  readonly resource: AnyResource;
  readonly query: ListQuery;
  onChange(query: ListQuery): void;
}) {
  const names = fieldsToGroupListBy(resource);
  if (names.length === 0) return null;
  const labelOf = (name: string) => translate(fieldOf(resource, name)?.label ?? texts.group);
  const chosen = query.group;
  const items = [
    ...names.map((name) => ({ key: name, label: labelOf(name) })),
    ...(chosen === undefined ? [] : [{ type: 'divider' as const }, { key: '', label: translate(texts.none) }]),
  ];
  return (
    <LazyDropdown
      menu={{
        items,
        selectedKeys: chosen === undefined ? [] : [chosen],
        className: 'xj-long-menu',
        onClick: ({ key }) => onChange(withGroup(query, key === '' ? undefined : key)),
      }}
    >
      <Button aria-haspopup="menu">
        {chosen === undefined ? translate(texts.group) : translate(texts.by, { field: labelOf(chosen) })} ▾
      </Button>
    </LazyDropdown>
  );
}
