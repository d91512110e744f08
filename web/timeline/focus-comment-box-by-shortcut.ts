import { useEffect, useMemo, useRef } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { canRowsBeCommentedOn } from '#kernel/resource/comment-limits-and-rows-open-to-comments.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import {
  type PaletteAction,
  useRegisterPaletteActions,
} from '#web/tab/command-palette-and-shortcut-action-registry.ts';

const texts = { comment: text('写批注', 'Comment') };

/** The shortcut was pressed before the box was mounted: it takes the focus when it is. */
let wanted = false;
const name = 'xj-comment';

/** Registers `C` on a record: opens the timeline with the focus in the comment box. */
export function useCommentShortcut(resource: AnyResource, onTab: (tab: string) => void): void {
  const show = useRef(onTab);
  useEffect(() => {
    show.current = onTab;
  });
  const actions = useMemo(
    (): readonly PaletteAction[] =>
      canRowsBeCommentedOn(resource)
        ? [
            {
              id: `${resource.name}/comment`,
              label: translate(texts.comment),
              section: translate(resource.label),
              keys: 'C',
              run() {
                wanted = true;
                show.current('timeline');
                window.dispatchEvent(new Event(name));
              },
            },
          ]
        : [],
    [resource],
  );
  useRegisterPaletteActions(actions);
}

/** Calls `focus` on the shortcut, now or while the box is mounted. */
export function useCommentFocus(focus: () => void): void {
  useEffect(() => {
    const take = () => {
      if (!wanted) return;
      wanted = false;
      focus();
    };
    take();
    window.addEventListener(name, take);
    return () => window.removeEventListener(name, take);
  }, [focus]);
}
