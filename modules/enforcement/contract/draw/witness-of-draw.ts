import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { drawWitnessFields } from './draw-witness-fields.ts';

/** A witness of a draw, who enters a seed. Who they are is published with the commitment. */
export const drawWitness = resource({
  name: 'enforcement/drawWitness',
  label: text('见证人', 'Witnesses'),
  title: 'name',
  scope: 'parent',
  partOf: 'draw_id',
  sortable: true,
  actions: ['reveal'],
  fields: {
    draw_id: field.reference(text('抽取', 'Draw'), { to: 'enforcement/draw', required: true }),
    ...drawWitnessFields,
  },
});
export interface DrawWitness extends Row<typeof drawWitness> {}
