import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { wallScenes } from '#modules/wall-screen/contract/wall-scenes.ts';
import { useText } from '#web/i18n/locale.ts';
import {
  type RemoteReceiver,
  useReceivePhoneRemotePressesAndReportWallState,
} from '../remote/use-receive-phone-remote-presses-and-report-wall-state.ts';
import { nextOrPreviousPresentationScene } from './next-or-previous-presentation-scene.ts';
import { type PresentationScene, usePresentationScenesOfUser } from './presentation-scenes-of-user.ts';

export interface ScenePresenter {
  /** Those of the signed-in person, and then those that every wall has. */
  readonly scenes: readonly PresentationScene[];
  /** Those of the signed-in person. */
  readonly own: readonly PresentationScene[];
  /** Index of the current scene. */
  readonly at: number;
  readonly playing: boolean;
  readonly remote: RemoteReceiver;
  /** Shows a scene. */
  go(to: number): void;
  /** Shows the next or the previous scene of the same kind; after the last comes the first. */
  turn(step: 1 | -1): void;
  /** Index of the scene that shows a whole board, or the scene of that name; -1: none does. */
  indexOf(board: string): number;
  play(playing: boolean): void;
  save(scenes: readonly PresentationScene[]): void;
}

/** Shows scenes in order: by hand, automatically, or from a phone. */
export function useScenePresenter(active: boolean, show: (scene: PresentationScene) => void): ScenePresenter {
  const t = useText();
  const { scenes: own, save } = usePresentationScenesOfUser();
  const scenes = useMemo(
    () => [
      ...own,
      ...wallScenes.map(({ name, label, note, seconds }) => ({
        name: t(label),
        note: t(note),
        area: undefined,
        board: name,
        tile: '',
        seconds,
      })),
    ],
    [own, t],
  );
  const [chosen, setAt] = useState(0);
  const at = Math.min(chosen, scenes.length - 1);
  const [playing, setPlaying] = useState(false);
  const shown = useRef(show);
  shown.current = show;
  const go = useCallback(
    (to: number) => {
      const scene = scenes[to];
      if (!scene) return;
      setAt(to);
      shown.current(scene);
    },
    [scenes],
  );
  const turn = (step: 1 | -1) => go(nextOrPreviousPresentationScene(at, step, own.length, scenes.length));
  const turned = useRef(turn);
  turned.current = turn;
  const seconds = scenes[at]?.seconds;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each scene is shown for its own time
  useEffect(() => {
    if (!active || !playing || seconds === undefined) return undefined;
    const timer = setTimeout(() => turned.current(1), seconds * 1000);
    return () => clearTimeout(timer);
  }, [active, playing, seconds, at]);
  const remote = useReceivePhoneRemotePressesAndReportWallState({
    state: { scenes: scenes.map(({ name, note }) => ({ name, note })), at, playing },
    onPress: ({ press, scene }) => {
      if (press === 'next') turn(1);
      else if (press === 'previous') turn(-1);
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
  const indexOf = (board: string) => scenes.findIndex((one) => one.tile === '' && one.board === board);
  return { scenes, own, at, playing, remote, go, turn, indexOf, play: setPlaying, save };
}
