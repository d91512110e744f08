import { type Titled, titleFieldIn } from '#kernel/resource/title.ts';
import type { Locale } from '#kernel/text/text.ts';

type Node = Readonly<Record<string, unknown>> & { readonly children?: readonly Node[] };

/**
 * A tree as flat options, as the remote select of the family shows it (wire contract §2.7): four places for each level
 * above, in which lines are drawn that go on, and a glyph before the title of whatever is not a root.
 *
 * @param titled which field carries the title; the one of another language is told in its place
 */
export function treeOptions(
  nodes: readonly Node[],
  titled: Titled,
  locale: Locale,
  above?: string,
): Record<string, unknown>[] {
  const { title, titleEnglish = '' } = titled;
  return nodes.flatMap((node, place) => {
    const { children = [], [titleEnglish]: _english, ...row } = node;
    const name = node[titleFieldIn(titled, node, locale)];
    const last = place === nodes.length - 1;
    const shown = above === undefined ? String(name) : `${above}${last ? '└' : '├'}${String(name)}`;
    const below = above === undefined ? '    ' : `${above}${last ? '    ' : '│   '}`;
    return [{ ...row, [title]: shown }, ...treeOptions(children, titled, locale, below)];
  });
}
