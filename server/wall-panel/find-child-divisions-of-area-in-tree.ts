import { country, type PanelArea } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { type DivisionNode, type DivisionTree, isPlaceholderDivision } from './cached-division-tree-with-successors.ts';

/** The divisions directly below an area, by code, with a function that finds the one of them to which a code belongs. */
export interface ChildDivisionsOfArea {
  readonly children: ReadonlyMap<string, DivisionNode>;
  childOf(code: string | null): DivisionNode | undefined;
}

/**
 * Finds the divisions directly below an area, ended ones included. Placeholders such as 110100 have no office: their
 * children take their place. A division merged into another part of the country belongs there.
 */
export function findChildDivisionsOfArea(tree: DivisionTree, area: Pick<PanelArea, 'code'>): ChildDivisionsOfArea {
  const isChild = ({ parent_code }: DivisionNode): boolean => {
    const above = tree.upTo(parent_code, (one) => !isPlaceholderDivision(one));
    return area.code === country.code ? !above || above.code === country.code : above?.code === area.code;
  };
  const children = new Map<string, DivisionNode>();
  for (const node of tree.nodes)
    if (node.code !== area.code && node.code !== country.code && !isPlaceholderDivision(node) && isChild(node))
      children.set(node.code, node);
  return { children, childOf: (code) => tree.upTo(code, (one) => children.has(one.code)) };
}
