import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Skeleton, Tree } from 'antd';
import { type Key, useMemo, useState } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import type { FieldInputProps } from '#web/input/control/field-input-props.ts';
import { listRows } from '#web/resource/resource-calls.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import { titleOf, type WireRow } from '#web/resource/wire-row.ts';

const texts = {
  all: text('拥有全部权限，包括今后新增的', 'Has all permissions, including future ones'),
  filter: text('筛选', 'Filter'),
  tickAll: text('全选', 'Select all'),
  none: text('清空', 'Clear'),
  chosen: text('已选 {n} 项', '{n} selected'),
  failed: text('选项加载失败', 'Options could not be loaded'),
};

interface Node {
  key: number;
  title: string;
  children?: Node[];
}

const height = 320;

/**
 * Checkboxes on the tree of another resource. The value has the ticked and half-ticked nodes, as the server stores
 * them.
 */
export default function TreeCheckboxInput({
  id,
  field,
  value,
  onChange,
  disabled,
  describedBy,
  invalid,
}: FieldInputProps) {
  const to = String(field.options.to);
  const resource = findResource(to);
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState<Key[]>([]);
  const tree = useQuery({
    queryKey: ['resource', to, 'tree'],
    queryFn: ({ signal }) => listRows({ name: to }, {}, { signal }),
    staleTime: 60_000,
  });
  const nodes = useMemo(() => toNodes(tree.data?.list ?? [], resource), [tree.data, resource]);
  const given = Array.isArray(value) ? value : [];
  if (given.includes('*')) return <Alert id={id} type="info" showIcon title={translate(texts.all)} />;
  if (tree.isError) return <Alert id={id} type="error" showIcon title={translate(texts.failed)} />;
  if (!tree.data) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;

  const keys = new Set(given.map(Number));
  // only leaves are passed on as ticked: a ticked parent would tick all its children
  const ticked = leavesOf(nodes).filter((key) => keys.has(key));
  const shown = typed.trim() === '' ? nodes : narrow(nodes, typed.trim().toLowerCase());
  const put = (leaves: readonly number[]) => onChange(withParents(nodes, new Set(leaves)));
  return (
    <fieldset id={id} aria-describedby={describedBy} aria-invalid={invalid || undefined} className="xj-branches">
      <div className="xj-branches-bar">
        <Input
          allowClear
          value={typed}
          placeholder={translate(texts.filter)}
          aria-label={translate(texts.filter)}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button size="small" disabled={disabled} onClick={() => put(leavesOf(nodes))}>
          {translate(texts.tickAll)}
        </Button>
        <Button size="small" disabled={disabled} onClick={() => put([])}>
          {translate(texts.none)}
        </Button>
        <span>{translate(texts.chosen, { n: ticked.length })}</span>
      </div>
      <Tree<Node>
        checkable
        selectable={false}
        disabled={disabled}
        height={height}
        treeData={shown}
        checkedKeys={ticked}
        expandedKeys={typed.trim() === '' ? open : allKeys(shown)}
        onExpand={(next) => setOpen(next)}
        onCheck={(checked) => {
          const visible = new Set(leavesOf(shown));
          const on = new Set((Array.isArray(checked) ? checked : checked.checked).map(Number));
          // nodes hidden by the filter stay ticked
          put(leavesOf(nodes).filter((key) => (visible.has(key) ? on.has(key) : keys.has(key))));
        }}
      />
    </fieldset>
  );
}

const toNodes = (rows: readonly WireRow[], resource: AnyResource | undefined): Node[] =>
  rows.map((row) => ({
    key: row.id,
    title: resource ? titleOf(resource, row) : String(row.id),
    ...(row.children?.length ? { children: toNodes(row.children, resource) } : {}),
  }));

const leavesOf = (nodes: readonly Node[]): number[] =>
  nodes.flatMap((node) => (node.children ? leavesOf(node.children) : [node.key]));
const allKeys = (nodes: readonly Node[]): number[] =>
  nodes.flatMap((node) => [node.key, ...allKeys(node.children ?? [])]);

/** The ticked leaves and all their ancestors. */
function withParents(nodes: readonly Node[], held: ReadonlySet<number>): number[] {
  return nodes.flatMap((node) => {
    if (!node.children) return held.has(node.key) ? [node.key] : [];
    const below = withParents(node.children, held);
    return below.length > 0 ? [node.key, ...below] : [];
  });
}

function narrow(nodes: readonly Node[], word: string): Node[] {
  return nodes.flatMap((node) => {
    if (node.title.toLowerCase().includes(word)) return [node];
    const children = narrow(node.children ?? [], word);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}
