import type { Lifecycle, Move } from '#kernel/declaration/lifecycle.ts';
import { initialStates, statesAfterMove } from '#kernel/lifecycle/lifecycle.ts';
import type { Text } from '#kernel/text/text.ts';

/** Signs that end a label in Mermaid, or begin an entity. */
const plain = (label: string) =>
  label
    .replaceAll(/[:;#"]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** A name that is no word of Mermaid (`end`, `note`, `state`), whatever the state is called. */
const idOf = (state: string) => `s_${state}`;

/**
 * A life cycle as a Mermaid state diagram. Moves with the same start and end share an arrow; those that leave the row in
 * its state are left out.
 */
export function stateDiagram(life: Lifecycle, word: (text: Text) => string): string {
  const arrows = new Map<string, string[]>();
  for (const move of Object.values<Move>(life.moves))
    for (const from of move.from)
      for (const to of statesAfterMove(move)) {
        if (from === to) continue;
        const arrow = `${idOf(from)} --> ${idOf(to)}`;
        arrows.set(arrow, [...(arrows.get(arrow) ?? []), plain(word(move.label))]);
      }
  return [
    'stateDiagram-v2',
    ...Object.entries(life.states).map(([name, state]) => `state "${plain(word(state))}" as ${idOf(name)}`),
    ...initialStates(life).map((state) => `[*] --> ${idOf(state)}`),
    ...[...arrows].map(([arrow, labels]) => `${arrow}: ${[...new Set(labels)].join(' / ')}`),
    ...Object.entries(life.states).flatMap(([name, { final }]) => (final ? [`${idOf(name)} --> [*]`] : [])),
  ].join('\n  ');
}
