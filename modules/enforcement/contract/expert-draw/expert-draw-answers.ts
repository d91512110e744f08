import type { WitnessStanding } from '../draw/draw-answers.ts';

/** An expert who can be drawn, is frozen in the list, or was drawn. */
export interface ListedExpert {
  readonly id: number;
  readonly name: string;
  readonly unit: string;
  readonly area_name: string;
  /** Place in the order of drawing; null: not drawn. */
  readonly position: number | null;
}

/** `GET enforcement.expertDraw/standing`: witnesses and experts of a draw; those drawn come first. */
export interface ExpertDrawStanding {
  readonly no: string | null;
  readonly status: string;
  readonly witnesses: readonly WitnessStanding[];
  readonly experts: readonly ListedExpert[];
}
