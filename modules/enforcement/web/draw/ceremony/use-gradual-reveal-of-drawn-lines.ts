import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { get } from '#web/http/client.ts';
import { previousDataAsPlaceholder } from '#web/http/previous-data-as-placeholder.ts';
import { useMedia } from '#web/theme/use-media-query.ts';
import type { DrawnLine, DrawnLines, EnterpriseInDrawList } from '../../../contract/draw/draw-call-answer-types.ts';
import type { DrawnKind } from '../../../contract/draw/format-and-parse-draw-record-ids.ts';
import type { ExpertsOfDrawAnswer } from '../../../contract/expert-draw/experts-of-draw-answer-types.ts';
import { drawApiPath, drawResourceNames } from '../draw-api-path-by-kind.ts';

/** Lines that are shown one by one with the reel; further ones follow quickly. */
const slowly = 12;
/** Ms for a line: with the reel, and without. */
export const reelMilliseconds = 2600;
const quickTime = 180;
const page = 100;

/** What was drawn at a place in the order, with what the hall reads below the name. */
export interface DrawnLineInHall {
  readonly position: number;
  readonly name: string;
  /** Chinese name of the division. */
  readonly area: string;
  /** Risk class of an enterprise, or unit of an expert. */
  readonly detail: string;
  /** Null: no officers are drawn. */
  readonly officers: readonly string[] | null;
}

interface Hall {
  /** Names that pass on the reel. */
  readonly names: readonly string[];
  readonly lines: readonly DrawnLineInHall[];
}

/** The whole result, read in pages of a hundred. */
async function readEnterprises(id: number, signal: AbortSignal): Promise<DrawnLineInHall[]> {
  const lines: DrawnLine[] = [];
  for (let more = true; more; ) {
    const from = lines.at(-1)?.position ?? 0;
    const { list, total } = await get<DrawnLines>(drawApiPath('enterprise', 'results'), { id, from }, { signal });
    lines.push(...list);
    more = list.length === page && lines.length < total;
  }
  return lines.map(({ position, name, area_name, risk, officers }) => ({
    position,
    name,
    area: area_name,
    detail: risk,
    officers,
  }));
}

/** Names from the list and the lines of a result, empty before it is drawn. */
async function readHall(kind: DrawnKind, id: number, isDrawn: boolean, signal: AbortSignal): Promise<Hall> {
  if (kind === 'enterprise') {
    const { list } = await get<{ list: EnterpriseInDrawList[] }>(drawApiPath(kind, 'objects'), { id }, { signal });
    return { names: list.map(({ name }) => name), lines: isDrawn ? await readEnterprises(id, signal) : [] };
  }
  const { experts } = await get<ExpertsOfDrawAnswer>(drawApiPath(kind, 'standing'), { id }, { signal });
  return {
    names: experts.map(({ name }) => name),
    lines: experts.flatMap(({ position, name, unit, area_name }) =>
      position === null ? [] : [{ position, name, area: area_name, detail: unit, officers: null }],
    ),
  };
}

/** The lines of a result, and how many of them are shown by now. What was drawn before the page opened is shown at once. */
export function useGradualRevealOfDrawnLines(kind: DrawnKind, id: number, isDrawn: boolean, wasDrawn: boolean) {
  const calm = useMedia('(prefers-reduced-motion: reduce)');
  const { data } = useQuery({
    queryKey: ['resource', drawResourceNames[kind], 'hall lines', id, isDrawn],
    queryFn: ({ signal }) => readHall(kind, id, isDrawn, signal),
    placeholderData: previousDataAsPlaceholder('resource', drawResourceNames[kind], 'hall lines', id),
    enabled: id > 0,
  });
  const { lines, names } = data ?? { lines: [], names: [] };
  const [shown, setShown] = useState(0);
  const total = lines.length;
  const instant = calm || wasDrawn;
  useEffect(() => {
    if (instant && total > 0) setShown(total);
  }, [instant, total]);
  useEffect(() => {
    if (shown >= total || instant) return undefined;
    const timer = setTimeout(() => setShown(shown + 1), shown < slowly ? reelMilliseconds : quickTime);
    return () => clearTimeout(timer);
  }, [shown, total, instant]);
  return {
    lines,
    names,
    shown: Math.min(shown, total),
    /** The one whose reel turns now. */
    current: shown < total && shown < slowly ? lines[shown] : undefined,
    replay: () => setShown(0),
    showAll: () => setShown(total),
  };
}
