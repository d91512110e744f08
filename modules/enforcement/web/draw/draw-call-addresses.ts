import type { DrawnKind } from '../../contract/draw/ids-in-draw-record.ts';

/** The resources of draws. */
export const drawResources = { enterprise: 'enforcement/draw', expert: 'enforcement/expertDraw' } as const;

/** The address of a call about draws of a kind. */
export const drawCallAddress = (kind: DrawnKind, name: string): string =>
  `/admin/${drawResources[kind].replace('/', '.')}/${name}`;
