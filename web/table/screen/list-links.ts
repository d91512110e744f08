import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Text } from '#kernel/text/text.ts';
import type { ListQuery } from '#web/resource/list-query.ts';
import { currentArea } from '#web/session/area.ts';
import { can } from '#web/session/session.ts';

/** A screen of a module that a list leads to with the rows it shows: the report of just these. */
export interface ListLink {
  readonly label: Text;
  /** Its rule: whoever may not open it is not led there. */
  readonly rule: string;
  /** Whether the lists of a resource lead there at all. */
  isShown(resource: AnyResource): boolean;
  /** Loaded when it is asked for: where to, and what is said when not all of the query goes with it. */
  readonly load: () => Promise<{
    default: (resource: AnyResource, query: ListQuery) => { readonly to: string; readonly remark?: Text } | undefined;
  }>;
}

let brought: readonly ListLink[] = [];

/** Tells the lists where they lead. The composition root calls it once. */
export function provideListLinks(given: readonly ListLink[]): void {
  brought = given;
}

/** Officers have them. */
export const listLinksOf = (resource: AnyResource): readonly ListLink[] =>
  currentArea() === 'admin' ? brought.filter((one) => can(one.rule) && one.isShown(resource)) : [];
