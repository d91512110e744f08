import type { Action } from './action-registry.ts';
import { printKeys } from './shortcut.ts';

/** Keys and their actions, as rows of a `dl`. */
export const ShortcutList = ({ actions }: { actions: readonly Pick<Action, 'id' | 'keys' | 'label'>[] }) =>
  actions.map((one) => (
    <div key={one.id}>
      <dt>
        <kbd>{printKeys(one.keys ?? '')}</kbd>
      </dt>
      <dd>{one.label}</dd>
    </div>
  ));
