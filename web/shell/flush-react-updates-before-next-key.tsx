import { useEffect, useReducer } from 'react';
import { flushSync } from 'react-dom';

/** Both come before a field changes: drawn after it had changed, an input would get its earlier text again. */
const events = ['keydown', 'beforeinput'] as const;

/** An open select of antd updates itself up to four times in a row after a key. */
const updatesAfterKey = 4;

/**
 * Draws what the previous key has caused before the next key is handled, if keys come faster than the page draws. Browsers
 * hand over keys that waited for a busy page without a turn for React in between; after fifty updates that leave another one
 * pending it takes them for an endless loop, and the page was replaced by the error page (React error 185). A select of antd
 * reached fifty with fewer than forty keys.
 */
export function FlushReactUpdatesBeforeNextKey() {
  const [, update] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const finish = (): void => {
      // what is pending is drawn together with this
      if (waiting) for (let time = 0; time < updatesAfterKey; time += 1) flushSync(update);
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        waiting = undefined;
      });
    };
    for (const event of events) window.addEventListener(event, finish, { capture: true });
    return () => {
      clearTimeout(waiting);
      for (const event of events) window.removeEventListener(event, finish, { capture: true });
    };
  }, []);
  return null;
}
