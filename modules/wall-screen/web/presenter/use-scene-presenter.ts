import { useCallback, useEffect, useRef, useState } from 'react';
import { type RemoteReceiver, useRemoteReceiver } from '../remote/use-remote-receiver.ts';
import { type PresentationScene, usePresentationScenesOfUser } from './presentation-scenes-of-user.ts';

export interface ScenePresenter {
  readonly scenes: readonly PresentationScene[];
  /** Index of the current scene. */
  readonly at: number;
  readonly playing: boolean;
  readonly remote: RemoteReceiver;
  /** Shows a scene; after the last comes the first. */
  go(to: number): void;
  play(playing: boolean): void;
  save(scenes: readonly PresentationScene[]): void;
}

/** Shows scenes in order: by hand, automatically, or from a phone. */
export function useScenePresenter(active: boolean, show: (scene: PresentationScene) => void): ScenePresenter {
  const { scenes, save } = usePresentationScenesOfUser();
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(false);
  const shown = useRef(show);
  shown.current = show;
  const go = useCallback(
    (to: number) => {
      if (scenes.length === 0) return;
      const place = ((to % scenes.length) + scenes.length) % scenes.length;
      setAt(place);
      const scene = scenes[place];
      if (scene) shown.current(scene);
    },
    [scenes],
  );
  const seconds = scenes[at]?.seconds;
  useEffect(() => {
    if (!active || !playing || seconds === undefined) return undefined;
    const timer = setTimeout(() => go(at + 1), seconds * 1000);
    return () => clearTimeout(timer);
  }, [active, playing, seconds, at, go]);
  const remote = useRemoteReceiver({
    state: { scenes: scenes.map(({ name, note }) => ({ name, note })), at, playing },
    onPress: ({ press, scene }) => {
      if (press === 'next') go(at + 1);
      else if (press === 'previous') go(at - 1);
      else if (press === 'scene') go(scene);
      else setPlaying((on) => !on);
    },
  });
  const { close } = remote;
  useEffect(() => {
    if (active) return;
    setPlaying(false);
    close();
  }, [active, close]);
  return { scenes, at: Math.min(at, Math.max(0, scenes.length - 1)), playing, remote, go, play: setPlaying, save };
}
