import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { drawWitnessFields } from '../draw/draw-witness-fields.ts';

/** A witness of a draw of experts, who enters a seed. Who they are is published with the commitment. */
export const expertDrawWitness = resource({
  name: 'enforcement/expertDrawWitness',
  label: text('专家抽取见证人', 'Witnesses of draws of experts'),
  title: 'name',
  scope: 'parent',
  partOf: 'draw_id',
  sortable: true,
  actions: ['reveal'],
  fields: {
    draw_id: field.reference(text('专家抽取', 'Draw of experts'), { to: 'enforcement/expertDraw', required: true }),
    ...drawWitnessFields,
  },
});
export interface ExpertDrawWitness extends Row<typeof expertDrawWitness> {}
