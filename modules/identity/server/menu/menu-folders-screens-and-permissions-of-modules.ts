import type { AnyResource } from '#kernel/declaration/resource.ts';
import { isResource, type Module } from '#kernel/module/module.ts';
import { permissionNodesOf, standardActionsOf } from '#kernel/resource/permission-nodes.ts';
import type { Text } from '#kernel/text/text.ts';

export interface DeclaredMenuRow {
  parent: string | null;
  type: 'menu_dir' | 'menu' | 'button';
  name: string;
  label: Text;
  icon: string;
  menu_type: string | null;
  url: string;
  component: string;
  weigh: number;
  remark: string;
  extend: 'none' | 'add_rules_only';
}

/** Whether rows are part of another record and cannot be written on their own. */
const isOnlyRead = (one: AnyResource) =>
  one.partOf !== undefined && ['index', 'reveal'].includes(standardActionsOf(one).join());

const collected = new WeakMap<readonly Module[], readonly DeclaredMenuRow[]>();

/** All declared rules: folders, screens, and a permission node per action, move and step. Collected once for the same modules. */
export function menuRowsDeclaredByModules(modules: readonly Module[]): readonly DeclaredMenuRow[] {
  const rows = collected.get(modules) ?? collectMenuRows(modules);
  collected.set(modules, rows);
  return rows;
}

function collectMenuRows(modules: readonly Module[]): DeclaredMenuRow[] {
  const plain = { menu_type: null, url: '', component: '', remark: '', extend: 'none' } as const;
  // a module with only a tool or settings has no folder
  const shown = modules.filter(({ entries }) => entries.length > 0);
  return shown.flatMap((module) => [
    {
      ...plain,
      parent: null,
      type: 'menu_dir',
      name: module.name,
      label: module.label,
      icon: module.icon,
      weigh: module.weigh,
    } as DeclaredMenuRow,
    ...module.entries.flatMap((entry, place): DeclaredMenuRow[] => {
      const weigh = 100 - place;
      if (isResource(entry)) {
        // rows shown only within others have no screen
        if (
          permissionNodesOf(entry).length === 0 &&
          !(entry.granted === false && standardActionsOf(entry).includes('index'))
        )
          return [];
        return [
          {
            ...plain,
            parent: module.name,
            type: 'menu',
            name: entry.name,
            label: entry.label,
            icon: entry.icon ?? '',
            menu_type: 'tab',
            component: 'resource',
            weigh,
            // the inbox is behind the bell, and parts of a record that can only be read are read on records
            extend: entry.granted === false || entry.unlisted || isOnlyRead(entry) ? 'add_rules_only' : 'none',
            remark: entry.remark?.['zh-cn'] ?? '',
          },
          ...permissionNodesOf(entry).map(
            ({ node, label }, order): DeclaredMenuRow => ({
              ...plain,
              parent: entry.name,
              type: 'button',
              name: node,
              label,
              icon: '',
              weigh: 100 - order,
            }),
          ),
        ];
      }
      return [
        {
          ...plain,
          parent: module.name,
          type: 'menu',
          name: entry.name,
          label: entry.label,
          icon: entry.icon ?? '',
          menu_type: entry.type ?? 'tab',
          url: entry.url ?? '',
          component: 'screen',
          extend: entry.unlisted ? 'add_rules_only' : 'none',
          weigh,
        },
        ...Object.entries(entry.actions ?? {}).map(
          ([action, label], order): DeclaredMenuRow => ({
            ...plain,
            parent: entry.name,
            type: 'button',
            name: `${entry.name}/${action}`,
            label,
            icon: '',
            weigh: 100 - order,
          }),
        ),
      ];
    }),
  ]);
}
