import { areaPrefix } from '#kernel/kind/linked/area.ts';
import type { Locale } from '#kernel/text/text.ts';

/** The account on whose behalf something is read or written: an officer, a member, a guest, or the platform itself. */
export interface Caller {
  readonly type: 'admin' | 'member' | 'guest' | 'system';
  readonly id: number;
  readonly name: string;
  readonly super: boolean;
  /** Granted permission nodes in lower case. Not used for super administrators and the system. */
  readonly nodes: ReadonlySet<string>;
  /** Rules of the member centre, in lower case, that the member's group does not grant. */
  readonly withheld?: ReadonlySet<string> | undefined;
  /** Identifies the set of permissions: compiled column lists are cached under it. */
  readonly grantKey: string;
  /** Jurisdiction as a GB/T 2260 code. Empty: the whole country. */
  readonly areaCode: string;
  /** Discontinued divisions that became part of the jurisdiction, except those whose code lies in it anyway. */
  readonly absorbed?: readonly string[] | undefined;
  /** The caller's department and all departments below it. */
  readonly departments: readonly number[];
  readonly locale: Locale;
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string;
  readonly sessionId: number;
  /** The group as which a super administrator views the back office. Such a caller may not write. */
  readonly viewing?: number | undefined;
}

/** Whether the caller holds a permission node `<resource>/<action>`. */
export function can(caller: Caller, node: string): boolean {
  return caller.super || caller.type === 'system' || caller.nodes.has(node.toLowerCase());
}

/** The leading digits of every area in the caller's jurisdiction. */
export const areaPrefixOfCaller = (caller: Caller) =>
  caller.super || caller.type === 'system' ? '' : areaPrefix(caller.areaCode);

/**
 * Leading digits of the areas that the caller may see: of the jurisdiction, and of divisions that became part of it.
 */
export const areaPrefixesOfCaller = (caller: Caller): readonly string[] => {
  const own = areaPrefixOfCaller(caller);
  return own === '' ? [''] : [own, ...(caller.absorbed ?? []).map(areaPrefix)];
};

/** Whether an area lies in the caller's jurisdiction. */
export const coversArea = (caller: Caller, areaCode: string) =>
  areaPrefixesOfCaller(caller).some((prefix) => areaCode.startsWith(prefix));

const nobody = {
  id: 0,
  super: false,
  nodes: new Set<string>(),
  departments: [],
  ip: '',
  userAgent: '',
  requestId: '',
  sessionId: 0,
} as const;

/** A caller who has not signed in. */
export const guestCaller = (details: Partial<Caller> = {}): Caller => ({
  ...nobody,
  type: 'guest',
  name: '',
  grantKey: 'guest',
  areaCode: '',
  locale: 'zh-cn',
  ...details,
});

/** The platform itself: jobs, imports of demonstration data. */
export const systemCaller = (details: Partial<Caller> = {}): Caller => ({
  ...nobody,
  type: 'system',
  name: '系统',
  grantKey: 'system',
  areaCode: '',
  locale: 'zh-cn',
  ...details,
});

/** The platform, acting as a consequence of a caller's write; timelines name that caller. */
export const onBehalfOf = ({ id, name, locale, ip, userAgent, requestId }: Caller): Caller =>
  systemCaller({ id, name, locale, ip, userAgent, requestId });
