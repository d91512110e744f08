import { areaLevel } from '#kernel/kind/linked/area.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';

/** A cached administrative division; the cache is ordered by code. */
export interface CachedDivision {
  readonly code: string;
  readonly name: string;
  readonly short_name: string | null;
  readonly parent_code: string | null;
  /** Last day of validity (YYYY-MM-DD); null: still valid. */
  readonly valid_to: string | null;
  readonly replaced_by: string | null;
  readonly lng: number | null;
  readonly lat: number | null;
}

/** A division in the tree. */
export interface DivisionNode
  extends Pick<CachedDivision, 'code' | 'name' | 'short_name' | 'parent_code' | 'lng' | 'lat'> {
  /** Code of the successor of a division that has ended. */
  readonly became: string | null;
  readonly ended: boolean;
}

/**
 * A placeholder between a province and its counties (市辖区, 省直辖县): it has a code but no office and no location.
 */
export const isPlaceholderDivision = ({ code, lng }: Pick<DivisionNode, 'code' | 'lng'>): boolean =>
  lng === null && areaLevel(code) === 2;

/** Divisions as a tree: a county-level city is below its province, an ended division below its successor. */
export interface DivisionTree {
  readonly nodes: readonly DivisionNode[];
  /** The first match going up from a code, including the division itself. */
  upTo(code: string | null, is: (one: DivisionNode) => boolean): DivisionNode | undefined;
}

/** Maximum number of steps up: three levels, and some ended divisions in a row. */
const maxSteps = 20;

/** Trees by the cached divisions they were built from; rebuilt when a division changes and every day. */
const trees = new WeakMap<ReadonlyMap<string, CachedDivision>, { readonly day: string; readonly tree: DivisionTree }>();

/** The tree of some 3,500 divisions. Cached, because reading them for each panel took longer than most panels. */
export function divisionTreeOf(divisions: ReadonlyMap<string, CachedDivision>, day = shanghaiToday()): DivisionTree {
  const before = trees.get(divisions);
  if (before?.day === day) return before.tree;
  const byCode = new Map(
    [...divisions.values()].map((one): [string, DivisionNode] => {
      const { code, name, short_name, parent_code, lng, lat, valid_to, replaced_by } = one;
      const became = valid_to !== null && valid_to < day ? replaced_by : null;
      return [code, { code, name, short_name, parent_code, lng, lat, became, ended: valid_to !== null }];
    }),
  );
  const tree: DivisionTree = {
    nodes: [...byCode.values()],
    upTo(code, is) {
      let one = byCode.get(code ?? '');
      for (let step = 0; one && step < maxSteps; step++) {
        if (is(one)) return one;
        one = byCode.get(one.became ?? one.parent_code ?? '');
      }
      return undefined;
    },
  };
  trees.set(divisions, { day, tree });
  return tree;
}
