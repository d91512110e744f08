import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { DrawnKind } from '../../contract/draw/format-and-parse-draw-record-ids.ts';
import { draw } from '../../contract/draw/random-inspection-draw.ts';
import { drawWitness } from '../../contract/draw/witness-of-draw.ts';
import { expertDraw } from '../../contract/expert-draw/random-expert-draw.ts';
import { expertDrawWitness } from '../../contract/expert-draw/witness-of-expert-draw.ts';

/** The draws of a kind and their witnesses. */
export const resourcesOfDrawKind = {
  enterprise: { draw, witness: drawWitness },
  expert: { draw: expertDraw, witness: expertDrawWitness },
} as const;

/** Tables of the draws of a kind. Those of witnesses and seeds have the same columns for all. */
export function tablesOfDrawKind(kind: DrawnKind): {
  readonly draws: Sql;
  readonly witnesses: Sql;
  readonly seeds: Sql;
} {
  const { draw: one, witness } = resourcesOfDrawKind[kind];
  return {
    draws: sql.id(tableOf(one)),
    witnesses: sql.id(tableOf(witness)),
    seeds: sql.id(`${tableOf(one)}_seed`),
  };
}
