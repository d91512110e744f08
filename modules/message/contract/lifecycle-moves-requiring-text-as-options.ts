import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Option } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import { kindOf } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';

let moves: Readonly<Record<string, Option>> = {};

/** Whether a move requires free text: a reason, an opinion, or remarks on marked fields. */
const requiresText = ({ marks, input = {} }: Move): boolean =>
  marks === true || Object.values(input).some((one) => kindOf(one).typed === 'lines');

/** Registers the moves that replies can be written for. `complete` of the module. */
export function registerLifecycleMovesRequiringText(declared: readonly AnyResource[]): void {
  moves = Object.fromEntries(
    declared.flatMap(({ name, label, life }) =>
      Object.entries<Move>(life?.moves ?? {})
        .filter(([, move]) => requiresText(move))
        .map(([move, one]) => [
          `${name}.${move}`,
          text(`${label['zh-cn']} · ${one.label['zh-cn']}`, `${label.en}: ${one.label.en}`),
        ]),
    ),
  );
}

/** Moves that require free text: `enterprise/enterprise.return`. */
export const optionsOfLifecycleMovesRequiringText: { readonly options: Readonly<Record<string, Option>> } = {
  get options() {
    return moves;
  },
};
