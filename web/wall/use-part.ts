import { useEffect, useState } from 'react';
import type { PanelHead } from '#kernel/module/wall-panel.ts';
import { get } from '#web/http/client.ts';
import { usePanel, useWall } from './wall-context.ts';

/**
 * What a feed answers to more than its usual question (another level, another unit of time), read anew whenever the feed
 * itself is. Without more it is the feed's own answer; the last one stays until the next is here.
 */
export function usePart<A extends PanelHead>(name: string, more: Readonly<Record<string, string>>): A | undefined {
  const { at } = useWall();
  const usual = usePanel<A>(name)?.answer;
  const asked = new URLSearchParams(more).toString();
  const [part, setPart] = useState<{ asked: string; answer: A }>();
  const area = usual?.area.code;
  const asof = usual?.asof;
  useEffect(() => {
    if (asked === '' || area === undefined || asof === undefined) return undefined;
    let live = true;
    const query = { ...Object.fromEntries(new URLSearchParams(asked)), area, ...(at ? { at: String(at) } : {}) };
    // a cut line is told of by the feed itself, which asks again
    void get<A>(`/admin/screen.${name}/index`, query, { quiet: true, area: 'admin', duplicate: 'allow' }).then(
      (answer) => live && setPart({ asked, answer }),
      () => undefined,
    );
    return () => {
      live = false;
    };
  }, [name, asked, area, asof, at]);
  if (asked === '') return usual;
  return part?.asked === asked && part.answer.area.code === area ? part.answer : undefined;
}
