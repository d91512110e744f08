import { type RefObject, useEffect, useRef } from 'react';
import { type Direction, directionOfKey, nearestSpotInDirection } from '#web/map/engine/nearest-spot-by-arrow-key.ts';

/** Page keys sent by a presenter's clicker, and letters for a keyboard. */
type Turn = 'replay' | 'present' | 'next' | 'previous' | 'pause' | 'help';
const keys: Readonly<Record<string, Turn>> = {
  r: 'replay',
  p: 'present',
  PageDown: 'next',
  PageUp: 'previous',
  '.': 'pause',
  F1: 'help',
};

/** A letter means the same with Shift or Caps Lock. */
const keyWithoutCase = (key: string): string => (key.length === 1 ? key.toLowerCase() : key);

const inside = 'a[href], button:not([disabled]), input, [tabindex="0"]';

/**
 * Keyboard control of the wall: arrows move between tiles, Enter goes into a tile, Escape leaves it and then goes up.
 * Content that handles arrows itself (map, charts) keeps them.
 */
export function useArrowKeyFocusBetweenTilesAndWallShortcuts(
  root: RefObject<HTMLElement | null>,
  onUp: () => void,
  turns: Readonly<Partial<Record<Turn, () => void>>> & {
    readonly board?: (at: number) => void;
    readonly letter?: (pressed: string) => boolean;
  },
): void {
  const held = useRef(turns);
  held.current = turns;
  useEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      const target = event.target instanceof HTMLElement ? event.target : null;
      // an open menu or dialog has the keys, even while the focus is on the page behind it
      if (target?.closest('[role=menu], dialog') || document.querySelector('dialog[open]')) return;
      if (target?.closest('input, select, textarea')) return;
      const pressed = keyWithoutCase(event.key);
      const turn = keys[pressed];
      const turned = turn && held.current[turn];
      if (turned && !event.repeat) {
        event.preventDefault();
        turned();
        return;
      }
      if (!event.repeat && held.current.letter?.(pressed)) {
        event.preventDefault();
        return;
      }
      if (/^[1-9]$/.test(event.key)) held.current.board?.(Number(event.key) - 1);
      const tile = target?.closest<HTMLElement>('[data-tile]') ?? null;
      if (event.key === 'Escape') {
        if (tile && target !== tile) tile.focus();
        else onUp();
        return;
      }
      if (event.key === 'Enter' && tile && target === tile) {
        const first = tile.querySelector<HTMLElement>(inside);
        first?.focus();
        if (first) event.preventDefault();
        return;
      }
      const direction = directionOfKey[event.key];
      if (!direction || (tile && target !== tile)) return;
      const tiles = [...element.querySelectorAll<HTMLElement>('[data-tile]')];
      const next = tile ? nearestTile(tile, tiles, direction) : tiles[0];
      if (!next) return;
      event.preventDefault();
      next.focus({ preventScroll: false });
    };
    // on the document: the focused element may have been removed, and keys then go to the page itself
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [root, onUp]);
}

function nearestTile(from: HTMLElement, tiles: readonly HTMLElement[], direction: Direction): HTMLElement | undefined {
  const others = tiles.filter((one) => one !== from);
  // From edge to edge rather than from centre to centre: tiles differ much in size.
  const own = from.getBoundingClientRect();
  const middle = { x: (own.left + own.right) / 2, y: (own.top + own.bottom) / 2 };
  const start = {
    left: { x: own.left, y: middle.y },
    right: { x: own.right, y: middle.y },
    up: { x: middle.x, y: own.top },
    down: { x: middle.x, y: own.bottom },
  }[direction];
  const spots = others.map((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const x = clamp(middle.x, left, right);
    const y = clamp(middle.y, top, bottom);
    return {
      left: { x: right - 2, y },
      right: { x: left + 2, y },
      up: { x, y: bottom - 2 },
      down: { x, y: top + 2 },
    }[direction];
  });
  const found = nearestSpotInDirection(start, spots, direction);
  return found === undefined ? undefined : others[found];
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
