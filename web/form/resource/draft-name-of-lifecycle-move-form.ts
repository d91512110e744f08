import type { AnyResource } from '#kernel/declaration/resource.ts';

/** Name of the draft of a move, shared by its dialog and the form of the row. */
export const draftNameOfLifecycleMoveForm = (resource: AnyResource, move: string, ids: readonly number[]): string =>
  `${resource.name}/${move} ${ids.join()}`;
