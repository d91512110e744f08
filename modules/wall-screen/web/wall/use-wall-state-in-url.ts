import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { defaultWallBoard } from '../../contract/default-wall-board.ts';
import { findWallScene } from '../../contract/wall-scenes.ts';
import type { PresentationScene } from '../presenter/presentation-scenes-of-user.ts';

/** The state of the wall stored in the URL, and functions to change it. */
export function useWallStateInUrl() {
  const [address, setAddress] = useSearchParams();
  const change = useCallback(
    (values: Readonly<Record<string, string | undefined>>) =>
      setAddress((now) => {
        for (const [name, value] of Object.entries(values))
          if (value) now.set(name, value);
          else now.delete(name);
        return now;
      }),
    [setAddress],
  );
  const goTo = useCallback((code: string | undefined) => change({ area: code }), [change]);
  /** Shows a board, or a scene by its name. */
  const hang = (name: string) => change(boardInAddress(name));
  const goToScene = ({ area, board }: Pick<PresentationScene, 'area' | 'board'>) =>
    change({ ...boardInAddress(board), ...(area === undefined ? {} : { area }) });
  const scene = findWallScene(address.get('scene'))?.name;
  return {
    area: address.get('area') ?? undefined,
    board: scene ?? address.get('board') ?? defaultWallBoard.name,
    goTo,
    hang,
    goToScene,
  };
}

const boardInAddress = (name: string) =>
  findWallScene(name) ? { scene: name, board: '' } : { scene: '', board: name === defaultWallBoard.name ? '' : name };
