import { module_, type Screen } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { admin } from './admin.ts';
import { adminGroup } from './admin-group.ts';
import { department } from './department.ts';
import { sentView } from './file-sent-to-view-subscriber.ts';
import { menuEntryOrPermission } from './menu-entry-or-permission.ts';
import { officerPosition } from './officer-position.ts';
import { operationLog } from './operation-log.ts';
import { storedSharedView } from './shared-list-view.ts';
import { viewSubscription } from './view-subscription.ts';

/** Screen of accounts locked after wrong passwords. */
export const lockedAccountsScreen = {
  name: 'auth/lock',
  label: text('登录锁定', 'Sign-in locks'),
  icon: 'key',
  actions: { index: text('查看', 'View'), unlock: text('解锁', 'Unlock') },
} as const satisfies Screen;

/** Profile of the signed-in officer: stock clients link to it from their header; ours opens it as a sheet. */
export const profileScreen = {
  name: 'routine/adminInfo',
  label: text('个人资料', 'Profile'),
  icon: 'idcard',
  unlisted: true,
  actions: { index: text('查看', 'View'), edit: text('编辑', 'Edit') },
} as const satisfies Screen;

/** Search across everything that somebody may see; the command palette links to it. */
export const searchScreen = {
  name: 'search',
  label: text('全局搜索', 'Search everything'),
  icon: 'file-search',
  unlisted: true,
} as const satisfies Screen;

/** Screen that explains permissions, compares groups, and shows the back office as a group sees it. */
export const accessAnalysisScreen = {
  name: 'auth/access',
  label: text('权限分析', 'Permission analysis'),
  icon: 'audit',
  actions: { index: text('查看', 'View') },
} as const satisfies Screen;

/** Screen that transfers an administrator's jobs and open work to another. */
export const handOverScreen = {
  name: 'auth/handOver',
  label: text('工作交接', 'Handover'),
  icon: 'swap',
  actions: { index: text('查看', 'View'), run: text('移交', 'Hand over') },
} as const satisfies Screen;

/** The officer's start page: greeting, pending work, shortcuts. */
export const workbenchModule = module_({
  name: 'workbench',
  label: text('工作台', 'Workbench'),
  icon: 'dashboard',
  weigh: 110,
  entries: [{ name: 'dashboard', label: text('今日工作', "Today's work"), icon: 'dashboard' }, searchScreen],
  member: [searchScreen],
});

export const identityModule = module_({
  name: 'auth',
  label: text('组织与权限', 'Organisation and permissions'),
  icon: 'team',
  weigh: 30,
  entries: [
    admin,
    adminGroup,
    menuEntryOrPermission,
    department,
    officerPosition,
    operationLog,
    storedSharedView,
    viewSubscription,
    sentView,
    lockedAccountsScreen,
    accessAnalysisScreen,
    handOverScreen,
    profileScreen,
  ],
});
