import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { get } from '#web/http/client.ts';
import { useMedia } from '#web/theme/use-media.ts';
import { draw } from '../../../contract/draw/draw.ts';
import type { DrawnLine, DrawnLines, ListedObject } from '../../../contract/draw/draw-answers.ts';

/** Enterprises that are shown one by one with the reel; further ones follow quickly. */
const slowly = 12;
/** Ms for an enterprise: with the reel, and without. */
export const reelTime = 2600;
const quickTime = 180;
const page = 100;

/** The whole result, read in pages of a hundred. */
async function readLines(id: number, signal: AbortSignal): Promise<DrawnLine[]> {
  const lines: DrawnLine[] = [];
  for (let more = true; more; ) {
    const from = lines.at(-1)?.position ?? 0;
    const { list, total } = await get<DrawnLines>('/admin/enforcement.draw/results', { id, from }, { signal });
    lines.push(...list);
    more = list.length === page && lines.length < total;
  }
  return lines;
}

/** The lines of a result, and how many of them are shown by now. What was drawn before the page opened is shown at once. */
export function useDrawnLines(id: number, isDrawn: boolean, wasDrawn: boolean) {
  const calm = useMedia('(prefers-reduced-motion: reduce)');
  const { data: lines } = useQuery({
    queryKey: ['resource', draw.name, 'hall lines', id],
    queryFn: ({ signal }) => readLines(id, signal),
    enabled: isDrawn,
  });
  const { data: names } = useQuery({
    queryKey: ['resource', draw.name, 'hall names', id],
    queryFn: ({ signal }) => get<{ list: ListedObject[] }>('/admin/enforcement.draw/objects', { id }, { signal }),
    select: ({ list }) => list.map(({ name }) => name),
    enabled: id > 0,
  });
  const [shown, setShown] = useState(0);
  const total = lines?.length ?? 0;
  const instant = calm || wasDrawn;
  useEffect(() => {
    if (instant && total > 0) setShown(total);
  }, [instant, total]);
  useEffect(() => {
    if (shown >= total || instant) return undefined;
    const timer = setTimeout(() => setShown(shown + 1), shown < slowly ? reelTime : quickTime);
    return () => clearTimeout(timer);
  }, [shown, total, instant]);
  return {
    lines: lines ?? [],
    names: names ?? [],
    shown: Math.min(shown, total),
    /** The enterprise whose reel turns now. */
    current: shown < total && shown < slowly ? lines?.[shown] : undefined,
    replay: () => setShown(0),
    showAll: () => setShown(total),
  };
}
