import { isFeed, type WallPanel } from '#kernel/module/wall-panel.ts';

/** Units a column is divided into. */
const parts = 24;

/** Position of a tile as `grid-area`: on an ordinary wall, and on a very wide one. */
export interface PanelPosition {
  readonly panel: WallPanel;
  readonly usual: string;
  readonly wide: string;
}

/**
 * Arranges panels: the map in the middle, the others in order, in columns of even load; the height of a panel follows
 * its size relative to its column.
 */
export function arrangePanels(panels: readonly WallPanel[]): {
  spots: readonly PanelPosition[];
  strip: readonly WallPanel[];
} {
  const middle = panels.find((one) => one.size === 'map');
  const columns = middle ? [1, 3] : [1, 2, 3];
  const sized = panelsThatFit(
    panels.filter((one) => typeof one.size === 'number'),
    columns.length,
  );
  const usual = areasOf(sized, columns);
  const wide = areasOf(sized, middle ? [1, 3, 4] : [1, 2, 3, 4]);
  const map = `1 / 2 / ${parts + 1} / 3`;
  const spots = panels.flatMap((panel) => {
    if (panel === middle) return [{ panel, usual: map, wide: map }];
    const [at, far] = [usual.get(panel), wide.get(panel)];
    return at && far ? [{ panel, usual: at, wide: far }] : [];
  });
  return { spots, strip: panels.filter((one) => one !== middle && !sized.includes(one)) };
}

const sizeOf = (panel: WallPanel): number => (typeof panel.size === 'number' ? panel.size : 0);
const sum = (panels: readonly WallPanel[]): number => panels.reduce((total, one) => total + sizeOf(one), 0);

/**
 * The panels that fit into the columns; the last of the others goes to the strip first. Panels with their own feed
 * stay.
 */
function panelsThatFit(panels: readonly WallPanel[], columns: number): readonly WallPanel[] {
  const fullest = Math.max(0, ...splitEvenly(panels, columns).map(sum));
  const last = fullest > parts ? panels.findLast(({ shows }) => !isFeed(shows)) : undefined;
  return last
    ? panelsThatFit(
        panels.filter((one) => one !== last),
        columns,
      )
    : panels;
}

function areasOf(panels: readonly WallPanel[], columns: readonly number[]): Map<WallPanel, string> {
  const areas = new Map<WallPanel, string>();
  for (const [at, column] of splitEvenly(panels, columns.length).entries()) {
    const total = sum(column);
    let above = 0;
    for (const panel of column) {
      const from = Math.round((above / total) * parts) + 1;
      above += sizeOf(panel);
      const until = Math.round((above / total) * parts) + 1;
      areas.set(panel, `${from} / ${columns[at]} / ${until} / ${(columns[at] ?? 1) + 1}`);
    }
  }
  return areas;
}

/** Divides a list into `pieces` so that the fullest is as small as possible; among those, the most even. */
function splitEvenly(panels: readonly WallPanel[], pieces: number): (readonly WallPanel[])[] {
  let best: { cuts: (readonly WallPanel[])[]; cost: number } | undefined;
  const tryCuts = (rest: readonly WallPanel[], left: number, done: (readonly WallPanel[])[]): void => {
    if (left === 1 || rest.length <= 1) {
      const cuts = [...done, rest];
      // Squares: the fullest counts most.
      const cost = cuts.reduce((total, one) => total + sum(one) ** 2, 0);
      if (!best || cost < best.cost) best = { cuts, cost };
      return;
    }
    for (let take = 1; take < rest.length; take++) tryCuts(rest.slice(take), left - 1, [...done, rest.slice(0, take)]);
  };
  tryCuts(panels, pieces, []);
  return best?.cuts ?? [];
}
