import { type DeclaredTitleFields, titleFieldInLanguage } from '#kernel/resource/title-field-in-each-language.ts';
import type { Locale } from '#kernel/text/text.ts';

type Node = Readonly<Record<string, unknown>> & { readonly children?: readonly Node[] };

/**
 * A tree as flat options for the remote select of the wire contract (§2.7): four characters per level with connecting
 * lines, and a glyph before the title of every row that is no root.
 * @param titled the field with the title; the title in another language replaces its value
 */
export function flattenTreeToIndentedOptions(
  nodes: readonly Node[],
  titled: DeclaredTitleFields,
  locale: Locale,
  above?: string,
): Record<string, unknown>[] {
  const { title, titleEnglish = '' } = titled;
  return nodes.flatMap((node, place) => {
    const { children = [], [titleEnglish]: _english, ...row } = node;
    const name = node[titleFieldInLanguage(titled, node, locale)];
    const last = place === nodes.length - 1;
    const shown = above === undefined ? String(name) : `${above}${last ? '└' : '├'}${String(name)}`;
    const below = above === undefined ? '    ' : `${above}${last ? '    ' : '│   '}`;
    return [{ ...row, [title]: shown }, ...flattenTreeToIndentedOptions(children, titled, locale, below)];
  });
}
