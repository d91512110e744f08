import { byDay, count, rows, share, split } from '#kernel/module/declare-wall-panel-counts-shares-and-rows.ts';
import { createWallPanelReader } from '#server/read/list/create-wall-panel-reader.ts';
import { board } from './board.ts';

/** Figures about the announcements, in a shape of their own. */
export const figures = createWallPanelReader({
  of: board,
  source: 'zoo',
  shape: {
    drafts: count({ where: [['status', '=', 'draft']] }),
    fees: count({ sum: 'fee' }),
    today: { added: count({ at: 'createtime', in: 'today' }), month: count({ at: 'createtime', in: 'month' }) },
    posted_share: share({ of: [['status', '=', 'posted']] }),
    categories: split('status', { as: 'state', most: 5 }),
    latest: rows(['title', 'area_code', 'mobile', 'createtime'], { order: ['createtime', 'desc'], most: 2 }),
    trend: byDay('createtime'),
    states: byDay('createtime', { by: { field: 'status', values: ['draft', 'posted'] } }),
  },
});
