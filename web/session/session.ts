import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { RowsHeldByMember } from '#kernel/access/rows-members-hold-directly-or-through-parent.ts';
import type { StoredOptionLists } from '#kernel/option/declare-editable-option-list.ts';
import type { CalendarDay } from '#kernel/time/working-calendar.ts';
import { currentArea, type SignInArea } from './admin-or-member-area.ts';
import { avatarPath } from './avatar-path.ts';
import { clearWindowDataIfAccountChanged } from './clear-window-data-when-account-changes.ts';
import { forgetStoredDataOfAccounts } from './forget-stored-data-of-accounts.ts';
import { readJson, removeKey, writeJson } from './json-storage-with-memory-fallback.ts';
import { isGranted, type MenuRule, type Menus, readMenus } from './menu-of-signed-in-user.ts';
import { forgetRecentRecords } from './recently-opened-records.ts';
import { forgetSessionEnd, noteSessionEnd } from './session-end-reason.ts';

/** Token pair of one area. A sign-in without "stay signed in" has no refresh token. */
interface Tokens {
  token: string;
  refreshToken: string;
}

export interface AdminInfo extends Tokens {
  id: number;
  username: string;
  nickname: string;
  avatar: string;
  /** Time of the sign-in before this one, or `none`. */
  lastlogintime: string | number;
  /** Failed sign-ins between the two; undefined in sessions of older versions. */
  failures?: number;
  super: boolean;
  /** Their jurisdiction; in sessions of older versions undefined until the boot answer. */
  area_code?: string;
}

export interface MemberInfo extends Tokens {
  id: number;
  username: string;
  nickname: string;
  email: string;
  mobile: string;
  avatar: string;
  gender: 0 | 1 | 2;
  birthday: string | null;
  money: string;
  score: number;
  lastlogintime: number;
  failures?: number;
  lastloginip: string;
  jointime: number;
  motto: string;
}

export interface SiteConfig {
  siteName: string;
  recordNumber?: string;
  version: string;
  cdnUrl: string;
  apiUrl: string;
  upload: { mode: string; maxsize: number; mimetype: string; savename: string; url?: string; params?: object };
  /** Target of /admin/cariframe, where the province runs a car rental platform. */
  carRentalUrl?: string;
}

/** Answer of GET /admin/index/index. */
export interface AdminBoot {
  adminInfo: Omit<AdminInfo, keyof Tokens> & {
    /** The group whose view of the back office is shown. */
    viewing?: { group: number; name: string; area_code: string; area: string | null };
  };
  menus: MenuRule[];
  siteConfig: SiteConfig;
  /** Public settings, by section. */
  settings: PublicSettings;
  /** Version of the server's option lists. */
  words: string;
  /** The option lists, when this browser has another version. */
  spoken?: StoredOptionLists;
  preferences?: Preferences;
  calendar?: PublicCalendar;
  terminal: { installServicePort: string; npmPackageManager: string };
}

/** Answer of GET /api/user/index. */
export interface MemberBoot {
  userInfo: MemberInfo;
  menus: MenuRule[];
  /** The rows through which they hold others, and in which role. */
  held: readonly RowsHeldByMember[];
  /** Name of the screen to open first; '' for the home page. */
  opens: string;
  siteConfig?: SiteConfig;
  settings: PublicSettings;
  words: string;
  spoken?: StoredOptionLists;
  preferences?: Preferences;
  calendar?: PublicCalendar;
}

/** Public holidays and make-up working days, and the date until which they are announced. */
export interface PublicCalendar {
  readonly days: readonly CalendarDay[];
  readonly known_until?: string;
}

/** Preferences of a user for how screens look, by key; they come with the boot answer. */
export type Preferences = Readonly<Record<string, unknown>>;

export type PublicSettings = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const keys = { admin: 'adminInfo', member: 'userInfo' } as const;

interface Session<I extends Tokens, B> {
  info: I | null;
  boot: B | null;
  menus: Menus | null;
}

export const useAdminSession = create<Session<AdminInfo, AdminBoot>>(() => ({
  info: readJson<AdminInfo>(localStorage, keys.admin) ?? null,
  boot: null,
  menus: null,
}));

export const useMemberSession = create<Session<MemberInfo, MemberBoot>>(() => ({
  info: readJson<MemberInfo>(localStorage, keys.member) ?? null,
  boot: null,
  menus: null,
}));

const emptyAdmin: AdminInfo = {
  id: 0,
  username: '',
  nickname: '',
  avatar: '',
  lastlogintime: '',
  super: false,
  token: '',
  refreshToken: '',
};

const emptyMember: MemberInfo = {
  id: 0,
  username: '',
  nickname: '',
  email: '',
  mobile: '',
  avatar: '',
  gender: 0,
  birthday: null,
  money: '0.00',
  score: 0,
  lastlogintime: 0,
  lastloginip: '',
  jointime: 0,
  motto: '',
  token: '',
  refreshToken: '',
};

/** The signed-in administrator, or null. */
export const useAdmin = (): AdminInfo | null => useAdminSession((state) => state.info);

/** The signed-in member, or null. */
export const useMember = (): MemberInfo | null => useMemberSession((state) => state.info);

/** The boot answer of the back office, or null before it. */
export const useBoot = (): AdminBoot | null => useAdminSession((state) => state.boot);

export const useSiteConfig = (): SiteConfig | undefined => useAdminSession((state) => state.boot?.siteConfig);

/**
 * Stores the signed-in administrator; other windows notice through the storage. Returns whether it outlasts this page.
 */
export function storeAdmin(info: Partial<AdminInfo>): boolean {
  if (info.id) {
    clearWindowDataIfAccountChanged('admin', info.id);
    forgetSessionEnd('admin');
  }
  useAdminSession.setState((state) => ({ info: { ...emptyAdmin, ...state.info, ...info, ...pictureOf(info) } }));
  return writeJson(localStorage, keys.admin, useAdminSession.getState().info);
}

const pictureOf = ({ avatar }: { avatar?: string }) => (avatar === undefined ? {} : { avatar: avatarPath(avatar) });

export function storeMember(info: Partial<MemberInfo>): boolean {
  if (info.id) {
    clearWindowDataIfAccountChanged('member', info.id);
    forgetSessionEnd('member');
  }
  useMemberSession.setState((state) => ({ info: { ...emptyMember, ...state.info, ...info, ...pictureOf(info) } }));
  return writeJson(localStorage, keys.member, useMemberSession.getState().info);
}

let brought: Pick<AdminBoot, 'preferences' | 'calendar'> = {};

/** Takes data that came with the boot answer, once: later changes are not in it. */
export function takeDataBroughtWithBootAnswer<K extends keyof typeof brought>(name: K): (typeof brought)[K] {
  const { [name]: value, ...rest } = brought;
  brought = rest;
  return value;
}

export function storeAdminBoot(boot: AdminBoot): void {
  brought = boot;
  storeAdmin(boot.adminInfo);
  useAdminSession.setState({ boot, menus: readMenus(boot.menus, '/admin') });
}

export function storeMemberBoot(boot: MemberBoot): void {
  brought = boot;
  const { token, refreshToken, ...info } = boot.userInfo;
  storeMember(info);
  useMemberSession.setState({ boot, menus: readMenus(boot.menus, '/user', boot.opens) });
}

/**
 * Another window may have refreshed the token, signed in or out: the storage is newer than the memory of this window.
 */
export function readTokens(area: SignInArea): Tokens {
  const stored = readJson<Tokens>(localStorage, keys[area]);
  return { token: stored?.token ?? '', refreshToken: stored?.refreshToken ?? '' };
}

export function storeToken(area: SignInArea, token: string): void {
  if (area === 'admin') storeAdmin({ token });
  else storeMember({ token });
}

/** Forgets the signed-in user, and the data loaded for them. */
export function forgetSession(area: SignInArea): void {
  brought = {};
  removeKey(localStorage, keys[area]);
  forgetRecentRecords(area);
  forgetStoredDataOfAccounts(area);
  if (area === 'admin') useAdminSession.setState({ info: null, boot: null, menus: null });
  else useMemberSession.setState({ info: null, boot: null, menus: null });
}

/** Signed in means that an id and an auth token exist (specification §4). */
export function isSignedIn(area: SignInArea): boolean {
  const info = area === 'admin' ? useAdminSession.getState().info : useMemberSession.getState().info;
  return Boolean(info?.id && info.token);
}

/** The menu and grants of the present area. */
const currentMenus = (): Menus | null =>
  (currentArea() === 'admin' ? useAdminSession : useMemberSession).getState().menus;

/** Whether the present user has a rule, by its name: `can('enterprise/enterprise/edit')`. */
export const can = (node: string): boolean => currentMenus()?.names.has(node.toLowerCase()) ?? false;

/**
 * Whether the present page offers an action: `auth('edit')`, or `auth({ name: '/admin/auth/group', subNodeName: 'add'
 * })`.
 */
export function pageOffersAction(action: string | { name: string; subNodeName?: string }): boolean {
  const menus = currentMenus();
  return menus ? isGranted(menus.nodes, window.location.pathname.replace(/\/\d*\/*$/, ''), action) : false;
}

/** Takes over what another window has stored about the session; signing out there signs out here as well. */
function takeOver<I extends Tokens & { id: number }, B>(
  area: SignInArea,
  useSession: UseBoundStore<StoreApi<Session<I, B>>>,
): void {
  const info = readJson<I>(localStorage, keys[area]) ?? null;
  if (info) useSession.setState({ info });
  else {
    if (useSession.getState().info) noteSessionEnd(area, 'elsewhere');
    useSession.setState({ info: null, boot: null, menus: null });
  }
}

if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    if (key === keys.admin) takeOver('admin', useAdminSession);
    if (key === keys.member) takeOver('member', useMemberSession);
  });
