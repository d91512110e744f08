import { useEffect, useMemo, useRef } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { hasComments } from '#kernel/resource/comment.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { type Action, useActions } from '#web/tab/actions.ts';

const texts = { comment: text('写批注', 'Comment') };

/** Somebody pressed the key before the box was there: it takes the focus when it comes. */
let wanted = false;
const name = 'xj-comment';

/** Offers `C` on a record: the timeline opens, with the keyboard in the box. */
export function useCommentKey(resource: AnyResource, onTab: (tab: string) => void): void {
  const show = useRef(onTab);
  useEffect(() => {
    show.current = onTab;
  });
  const actions = useMemo(
    (): readonly Action[] =>
      hasComments(resource)
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
  useActions(actions);
}

/** Calls `focus` when somebody asked for the box, now or while it is there. */
export function useCommentWanted(focus: () => void): void {
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
