type Node = Readonly<Record<string, unknown>> & { readonly children?: readonly Node[] };

/**
 * A tree as flat options, as the remote select of the family shows it (wire contract §2.7): four places for each level
 * above, in which lines are drawn that go on, and a glyph before the title of whatever is not a root.
 *
 * @param title the field that carries the title
 */
export function treeOptions(nodes: readonly Node[], title: string, above?: string): Record<string, unknown>[] {
  return nodes.flatMap((node, place) => {
    const { children = [], ...row } = node;
    const last = place === nodes.length - 1;
    const shown = above === undefined ? String(row[title]) : `${above}${last ? '└' : '├'}${String(row[title])}`;
    const below = above === undefined ? '    ' : `${above}${last ? '    ' : '│   '}`;
    return [{ ...row, [title]: shown }, ...treeOptions(children, title, below)];
  });
}
