import { useEffect, useRef, useState } from 'react';
import type { PanelResponseHead } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';

/** A place with a widening ring for a while. */
interface Arrival {
  key: string;
  lng: number;
  lat: number;
}

/** An answer whose rows are newest first. */
interface Newest extends PanelResponseHead {
  rows: readonly { id: number; lng?: number | null; lat?: number | null }[];
}

/** How long a row counts as new, and how long its place on the map has a ring, in ms. */
const NEW_FOR = 60_000;
const RING_FOR = 14_000;

/**
 * Rows with an id above all of the previous answer: marked in the list and on the map for a while. None in the first
 * answer, or in that of another area.
 */
export function useNewRowsOfWallPanel(panel: Newest | undefined): {
  arrived: ReadonlySet<number>;
  rings: readonly Arrival[];
} {
  const seen = useRef<{ area: string; ids: ReadonlySet<number> }>(undefined);
  const [arrived, setArrived] = useState<ReadonlySet<number>>(new Set());
  const [rings, setRings] = useState<readonly Arrival[]>([]);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());

  useEffect(() => {
    if (!panel) return;
    const before = seen.current;
    seen.current = { area: panel.area.code, ids: new Set(panel.rows.map((one) => one.id)) };
    // Nothing is new in the first answer, or in that of another area.
    if (!before || before.area !== panel.area.code) {
      setArrived(new Set());
      setRings([]);
      return;
    }
    const highest = Math.max(0, ...before.ids);
    const fresh = panel.rows.filter((one) => !before.ids.has(one.id) && one.id > highest);
    if (fresh.length === 0) return;
    const ids = fresh.map((one) => one.id);
    setArrived((now) => new Set([...now, ...ids]));
    const added = fresh.flatMap(({ id, lng, lat }) =>
      typeof lng !== 'number' || typeof lat !== 'number' ? [] : [{ key: String(id), lng, lat }],
    );
    setRings((now) => [...now, ...added]);
    const later = (work: () => void, ms: number) => {
      const timer = setTimeout(() => {
        timers.current.delete(timer);
        work();
      }, ms);
      timers.current.add(timer);
    };
    later(() => setArrived((now) => new Set([...now].filter((id) => !ids.includes(id)))), NEW_FOR);
    later(() => setRings((now) => now.filter((one) => !added.includes(one))), RING_FOR);
  }, [panel]);

  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running) clearTimeout(timer);
    };
  }, []);

  return { arrived, rings };
}
