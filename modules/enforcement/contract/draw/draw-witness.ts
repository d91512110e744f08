import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/resource.ts';
import { text } from '#kernel/text/text.ts';

/** A witness of a draw, who enters a seed. Who they are is published with the commitment. */
export const drawWitness = resource({
  name: 'enforcement/drawWitness',
  label: text('见证人', 'Witnesses'),
  title: 'name',
  scope: 'parent',
  partOf: 'draw_id',
  sortable: true,
  actions: [],
  fields: {
    draw_id: field.reference(text('抽取', 'Draw'), { to: 'enforcement/draw', required: true }),
    name: field.text(text('见证人', 'Witness'), {
      required: true,
      max: 60,
      hint: text(
        '随承诺公开；写单位和身份，如“驻局纪检组”“企业代表”',
        'Published with the commitment: office and capacity, such as “discipline inspection” or “representative of enterprises”',
      ),
    }),
    entered_at: field.datetime(text('输入时间', 'Entered at'), { write: 'server' }),
  },
});
export interface DrawWitness extends Row<typeof drawWitness> {}
