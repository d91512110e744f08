import { useMemo } from 'react';
import { useUserPreference } from '#web/http/user-preference-stored-on-server.ts';

/** A scene of a presentation: an area, one tile over the whole wall or all of them, and the presenter's notes. */
export interface PresentationScene {
  readonly name: string;
  readonly note: string;
  /** Undefined: the one that is shown. */
  readonly area: string | undefined;
  /** Its board, or a scene that every wall has; empty: the first board. */
  readonly board: string;
  readonly tile: string;
  /** Seconds it is shown when scenes change by themselves. */
  readonly seconds: number;
}

export const sceneSeconds = { least: 5, most: 3600, usual: 30 } as const;
export const maxScenes = 60;

function readScene(value: unknown): PresentationScene {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const word = (name: string) => (typeof given[name] === 'string' ? given[name] : '');
  const seconds = Number(given.seconds);
  return {
    name: word('name'),
    note: word('note'),
    area: word('area'),
    board: word('board'),
    tile: word('tile'),
    seconds: Number.isFinite(seconds)
      ? Math.min(sceneSeconds.most, Math.max(sceneSeconds.least, Math.round(seconds)))
      : sceneSeconds.usual,
  };
}

/** The scenes of the signed-in person, the same on every wall. */
export function usePresentationScenesOfUser(): {
  scenes: readonly PresentationScene[];
  save: (scenes: readonly PresentationScene[]) => void;
} {
  const { value, save } = useUserPreference('wall.scenes');
  const scenes = useMemo(() => (Array.isArray(value) ? value.slice(0, maxScenes).map(readScene) : []), [value]);
  return { scenes, save };
}
