import { useMemo } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { translate } from '#web/i18n/locale.ts';
import { previousNextTexts } from '#web/record/previous-next-buttons.tsx';
import { usePreviousNextInList } from '#web/resource/previous-and-next-in-list.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import {
  type PaletteAction,
  useRegisterPaletteActions,
} from '#web/tab/command-palette-and-shortcut-action-registry.ts';
import { useTab } from '#web/tab/tab-context.ts';

/** Previous and next record on the page of a record, by button and by `J` and `K`, in the same tab. */
export function usePreviousNextRecordWithShortcuts(
  resource: AnyResource,
  id: number | undefined,
): ReturnType<typeof usePreviousNextInList> {
  const tab = useTab();
  const walk = usePreviousNextInList(resource, id, (next) => tab.goOn(resourcePath(resource, next)));
  const step = walk?.step;
  const actions = useMemo(
    (): PaletteAction[] =>
      step
        ? [[1, 'next', 'J'] as const, [-1, 'previous', 'K'] as const].map(([by, name, keys]) => ({
            id: `${resource.name}/${name}`,
            label: translate(previousNextTexts[name]),
            section: translate(resource.label),
            keys,
            run: () => step(by),
          }))
        : [],
    [resource, step],
  );
  useRegisterPaletteActions(actions);
  return walk;
}
