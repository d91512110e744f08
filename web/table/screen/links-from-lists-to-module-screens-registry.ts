import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { ListQuery } from '#kernel/list/list-query-in-url.ts';
import type { Text } from '#kernel/text/text.ts';
import { currentArea } from '#web/session/admin-or-member-area.ts';
import { can } from '#web/session/session.ts';

/** A link from a list to a screen of a module with the same rows, such as the report of them. */
export interface ModuleListLink {
  readonly label: Text;
  /** Permission node of the screen: without it there is no link. */
  readonly rule: string;
  /** Whether the lists of a resource have the link. */
  isShown(resource: AnyResource): boolean;
  /** Loaded on a press: the target, and a note when not all of the query can be passed on. */
  readonly load: () => Promise<{
    default: (resource: AnyResource, query: ListQuery) => { readonly to: string; readonly remark?: Text } | undefined;
  }>;
}

let brought: readonly ModuleListLink[] = [];

/** Registers the links of modules. The composition root calls it once. */
export function provideModuleListLinks(given: readonly ModuleListLink[]): void {
  brought = given;
}

/** The links of a resource; for officers only. */
export const moduleListLinksOf = (resource: AnyResource): readonly ModuleListLink[] =>
  currentArea() === 'admin' ? brought.filter((one) => can(one.rule) && one.isShown(resource)) : [];
