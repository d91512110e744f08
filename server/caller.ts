import { areaPrefix } from '#kernel/kind/linked/area.ts';
import type { Locale } from '#kernel/text/text.ts';

/** On whose behalf something is read or written: an officer, a member, nobody in particular, or the platform itself. */
export interface Caller {
  readonly type: 'admin' | 'member' | 'guest' | 'system';
  readonly id: number;
  readonly name: string;
  readonly super: boolean;
  /** Lower-case permission nodes granted; not consulted for the super administrator and the system. */
  readonly nodes: ReadonlySet<string>;
  /** Rules of the member centre, in lower case, which a member's group does not grant. */
  readonly withheld?: ReadonlySet<string> | undefined;
  /** Identifies the set of permissions: compiled column lists are kept per key. */
  readonly grantKey: string;
  /** Jurisdiction as a GB/T 2260 code; empty: the whole country. */
  readonly areaCode: string;
  /** Divisions that ended and became part of it; those that lie in it by their digits are not among them. */
  readonly absorbed?: readonly string[] | undefined;
  /** The caller's department and all below it. */
  readonly departments: readonly number[];
  readonly locale: Locale;
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string;
  readonly sessionId: number;
  /** The group a super administrator looks at the back office as; such a caller writes nothing. */
  readonly viewing?: number | undefined;
}

/** Whether the caller holds a permission node `<resource>/<action>`. */
export function can(caller: Caller, node: string): boolean {
  return caller.super || caller.type === 'system' || caller.nodes.has(node.toLowerCase());
}

/** The digits every area the caller may see begins with. */
export const callerPrefix = (caller: Caller) =>
  caller.super || caller.type === 'system' ? '' : areaPrefix(caller.areaCode);

/** The digits areas begin with that the caller may see: of the jurisdiction, and of what became part of it. */
export const callerPrefixes = (caller: Caller): readonly string[] => {
  const own = callerPrefix(caller);
  return own === '' ? [''] : [own, ...(caller.absorbed ?? []).map(areaPrefix)];
};

/** Whether an area lies in the caller's jurisdiction. */
export const coversArea = (caller: Caller, areaCode: string) =>
  callerPrefixes(caller).some((prefix) => areaCode.startsWith(prefix));

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
export const guest = (details: Partial<Caller> = {}): Caller => ({
  ...nobody,
  type: 'guest',
  name: '',
  grantKey: 'guest',
  areaCode: '',
  locale: 'zh-cn',
  ...details,
});

/** The platform itself: jobs, imports of demonstration data. */
export const system = (details: Partial<Caller> = {}): Caller => ({
  ...nobody,
  type: 'system',
  name: '系统',
  grantKey: 'system',
  areaCode: '',
  locale: 'zh-cn',
  ...details,
});

/** The platform, acting for whoever made the write that others follow: their timeline names for whom. */
export const onBehalfOf = ({ id, name, locale, ip, userAgent, requestId }: Caller): Caller =>
  system({ id, name, locale, ip, userAgent, requestId });
