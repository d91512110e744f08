import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { countKinds } from './spot-grade-crowd-level-and-gate-options.ts';
import { mostCounted } from './visitor-flow-time-series-and-warning-messages.ts';

const people = { min: 0 } as const;
const server = { write: 'server' } as const;

/**
 * A count that people entered or imported from a sheet, or a correction of what gates counted, with its reason. It becomes a
 * reading of the flow and never changes: what was wrong is corrected by another one.
 */
export const manualVisitorCount = resource({
  name: 'scenic/count',
  label: text('客流填报与更正', 'Counts by hand'),
  icon: 'edit',
  title: 'counted_at',
  heading: ['spot_id', 'counted_at'],
  scope: 'parent',
  partOf: 'spot_id',
  order: ['counted_at', 'desc'],
  actions: ['index', 'add', 'import', 'export'],
  members: {
    owner: ['index', 'add', 'import'],
    operator: ['index', 'add', 'import'],
    viewer: ['index'],
  },
  comments: false,
  empty: text('还没有人工填报', 'Nobody has entered a count yet'),
  remark: text(
    '填“在园人数”，或填入园、出园人数由平台累计；更正须写明理由，以更正后的人数继续累计。',
    'Enter how many are inside, or how many came and went. A correction needs a reason, and counting goes on from it.',
  ),
  fields: {
    spot_id: field.reference(text('景区', 'Scenic spot'), {
      to: 'scenic/spot',
      required: true,
      unique: ['counted_at', 'kind'],
    }),
    kind: field.radio(text('类别', 'Kind'), { required: true, options: countKinds, initial: 'count' }),
    counted_at: field.datetime(text('时间', 'Time'), { required: true }),
    inside: field.integer(text('在园人数', 'Inside'), {
      ...people,
      max: 1_000_000,
      requiredWhen: { by: 'kind', of: ['correction'] },
    }),
    entered: field.integer(text('入园人数', 'Entered'), {
      ...people,
      max: mostCounted,
      shownWhen: { by: 'kind', of: ['count'] },
      quantity: true,
    }),
    departed: field.integer(text('出园人数', 'Left'), {
      ...people,
      max: mostCounted,
      shownWhen: { by: 'kind', of: ['count'] },
      quantity: true,
    }),
    reason: field.text(text('更正理由', 'Reason of the correction'), {
      min: 2,
      max: 200,
      requiredWhen: { by: 'kind', of: ['correction'] },
      shownWhen: { by: 'kind', of: ['correction'] },
    }),
    // members do not see which officer it was
    counted_by: field.reference(text('填报人', 'Entered by'), {
      ...server,
      to: 'auth/admin',
      reach: 'all',
      related: false,
      reads: 'export',
      list: 'offered',
    }),
    counted_by_member: field.reference(text('填报会员', 'Entered by member'), {
      ...server,
      to: 'user/user',
      reach: 'all',
      related: false,
      list: 'offered',
    }),
    area_code: field.area(text('地区', 'Area'), { through: 'spot_id' }),
  },
  stamps: ['counted_by', 'counted_by_member'],
});
export interface ManualVisitorCount extends Row<typeof manualVisitorCount> {}
