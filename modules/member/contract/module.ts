import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { memberAccount } from './member-account.ts';
import { moneyLog } from './member-balance-change-log.ts';
import { memberCentreMenuEntryOrRoute } from './member-centre-menu-entry-or-route.ts';
import { memberGroup } from './member-group.ts';
import { scoreLog } from './member-points-change-log.ts';

export const memberModule = module_({
  name: 'user',
  label: text('会员管理', 'Members'),
  icon: 'team',
  weigh: 35,
  entries: [memberAccount, memberGroup, memberCentreMenuEntryOrRoute, moneyLog, scoreLog],
});
