import type { DrawnKind } from '../../contract/draw/format-and-parse-draw-record-ids.ts';

/** The resources of draws. */
export const drawResourceNames = { enterprise: 'enforcement/draw', expert: 'enforcement/expertDraw' } as const;

/** The address of a call about draws of a kind. */
export const drawApiPath = (kind: DrawnKind, name: string): string =>
  `/admin/${drawResourceNames[kind].replace('/', '.')}/${name}`;
