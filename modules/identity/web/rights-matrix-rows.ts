/** A permission as sent by the server, with its screen and the groups that hold it. */
export interface PermissionWithGroups {
  readonly id: number;
  readonly pid: number | null;
  readonly name: string;
  readonly path: string;
  readonly title: string;
  readonly kind: string;
  readonly held: readonly boolean[];
}

/** A screen or resource with its permissions. */
export interface RightsMatrixRow {
  readonly rule: PermissionWithGroups;
  /** Standard actions, each in its own column. */
  readonly usual: ReadonlyMap<string, PermissionWithGroups>;
  /** Moves, steps and further nodes. */
  readonly others: readonly PermissionWithGroups[];
}

/** Actions with a column, in order. */
export const actionsWithOwnColumn = ['index', 'add', 'edit', 'del', 'sortable', 'export', 'import', 'reveal'] as const;

export const haveGroupsDifferentRights = ({ held }: PermissionWithGroups): boolean => new Set(held).size > 1;

/** Groups permissions into rows by screen or resource; folders appear in the path. */
export function groupIntoMatrixRows(rules: readonly PermissionWithGroups[]): RightsMatrixRow[] {
  const below = new Map<number, PermissionWithGroups[]>();
  for (const rule of rules)
    if (rule.kind === 'button' && rule.pid !== null) below.set(rule.pid, [...(below.get(rule.pid) ?? []), rule]);
  return rules
    .filter(({ kind }) => kind === 'menu')
    .map((rule) => {
      const own = below.get(rule.id) ?? [];
      const actionOf = ({ name }: PermissionWithGroups) => name.slice(name.lastIndexOf('/') + 1);
      const isUsual = (one: PermissionWithGroups) => actionsWithOwnColumn.some((action) => action === actionOf(one));
      return {
        rule,
        usual: new Map(own.filter(isUsual).map((one) => [actionOf(one), one])),
        others: own.filter((one) => !isUsual(one)),
      };
    });
}

/** Rows matching a search text and, optionally, only those in which groups differ. */
export function filterMatrixRows(
  rows: readonly RightsMatrixRow[],
  typed: string,
  onlyDifferent: boolean,
): readonly RightsMatrixRow[] {
  const wanted = typed.trim().toLowerCase();
  return rows.filter(({ rule, usual, others }) => {
    const all = [rule, ...usual.values(), ...others];
    if (onlyDifferent && !all.some(haveGroupsDifferentRights)) return false;
    return all.some(({ path, name }) => `${path} ${name}`.toLowerCase().includes(wanted));
  });
}
