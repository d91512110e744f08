import { useEffect, useState } from 'react';
import type { PanelResponseHead } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { get } from '#web/http/client.ts';
import { useFeedAnswer, useWall } from './wall-context.ts';

/**
 * The answer of a feed with further parameters (another level, another unit of time), read again whenever the feed
 * itself is. Without parameters it is the feed's own answer; undefined while it loads for another area.
 */
export function useFeedWithParams<A extends PanelResponseHead>(
  name: string,
  more: Readonly<Record<string, string>>,
): A | undefined {
  const { at } = useWall();
  const usual = useFeedAnswer<A>(name)?.answer;
  const search = new URLSearchParams(more).toString();
  const [part, setPart] = useState<{ search: string; answer: A }>();
  const area = usual?.area.code;
  const asof = usual?.asof;
  useEffect(() => {
    if (search === '' || area === undefined || asof === undefined) return undefined;
    let live = true;
    const query = { ...Object.fromEntries(new URLSearchParams(search)), area, ...(at ? { at: String(at) } : {}) };
    // The feed itself reports a lost connection and tries again.
    void get<A>(`/admin/screen.${name}/index`, query, { quiet: true, area: 'admin', duplicate: 'allow' }).then(
      (answer) => live && setPart({ search, answer }),
      () => undefined,
    );
    return () => {
      live = false;
    };
  }, [name, search, area, asof, at]);
  if (search === '') return usual;
  return part?.search === search && part.answer.area.code === area ? part.answer : undefined;
}
