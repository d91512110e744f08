import type { PaletteAction } from './command-palette-and-shortcut-action-registry.ts';
import { formatKeysForPlatform } from './run-offered-action-of-pressed-shortcut-keys.ts';

/** Keys and their actions, as rows of a `dl`. */
export const KeyboardShortcutRows = ({
  actions,
}: {
  actions: readonly Pick<PaletteAction, 'id' | 'keys' | 'label'>[];
}) =>
  actions.map((one) => (
    <div key={one.id}>
      <dt>
        <kbd>{formatKeysForPlatform(one.keys ?? '')}</kbd>
      </dt>
      <dd>{one.label}</dd>
    </div>
  ));
