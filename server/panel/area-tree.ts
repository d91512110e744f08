import { areaLevel } from '#kernel/kind/linked/area.ts';
import { shanghaiToday } from '#kernel/time/calendar.ts';

/** A division as the server keeps it at hand, in the order of their codes. */
export interface CachedDivision {
  readonly code: string;
  readonly name: string;
  readonly short_name: string | null;
  readonly parent_code: string | null;
  /** Last day it is there (YYYY-MM-DD); null: still. */
  readonly valid_to: string | null;
  readonly replaced_by: string | null;
  readonly lng: number | null;
  readonly lat: number | null;
}

/** A division where it hangs in the tree. */
export interface Node extends Pick<CachedDivision, 'code' | 'name' | 'short_name' | 'parent_code' | 'lng' | 'lat'> {
  /** What it became, where it has ended. */
  readonly became: string | null;
  readonly ended: boolean;
}

/** A placeholder between a province and its counties (市辖区, 省直辖县): a code, but no office and no place. */
export const isGroup = ({ code, lng }: Pick<Node, 'code' | 'lng'>): boolean => lng === null && areaLevel(code) === 2;

/** The divisions as they hang together: a county-level city below its province, what ended below what it became. */
export interface AreaTree {
  readonly nodes: readonly Node[];
  /** The first that answers a question, going up from a code, itself included. */
  upTo(code: string | null, is: (one: Node) => boolean): Node | undefined;
}

/** Steps up at the most: three levels, and some that ended one after the other. */
const mostSteps = 20;

/** The tree of the divisions that are kept now: they are another map once one of them changed, and end with a day. */
const trees = new WeakMap<ReadonlyMap<string, CachedDivision>, { readonly day: string; readonly tree: AreaTree }>();

/** The divisions, some 3,500, as a tree: read from the database for each panel, they took longer than most panels. */
export function treeOf(divisions: ReadonlyMap<string, CachedDivision>, day = shanghaiToday()): AreaTree {
  const before = trees.get(divisions);
  if (before?.day === day) return before.tree;
  const byCode = new Map(
    [...divisions.values()].map((one): [string, Node] => {
      const { code, name, short_name, parent_code, lng, lat, valid_to, replaced_by } = one;
      const became = valid_to !== null && valid_to < day ? replaced_by : null;
      return [code, { code, name, short_name, parent_code, lng, lat, became, ended: valid_to !== null }];
    }),
  );
  const tree: AreaTree = {
    nodes: [...byCode.values()],
    upTo(code, is) {
      let one = byCode.get(code ?? '');
      for (let step = 0; one && step < mostSteps; step++) {
        if (is(one)) return one;
        one = byCode.get(one.became ?? one.parent_code ?? '');
      }
      return undefined;
    },
  };
  trees.set(divisions, { day, tree });
  return tree;
}
