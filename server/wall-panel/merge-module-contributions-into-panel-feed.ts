import type { PanelResponseHead } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import type { PanelReader, PanelRequest } from './read-panel-area-and-day-range.ts';

/**
 * Reads what a module contributes to the answer of another module's feed: figures that its rows give. `state` says
 * whether there are such rows.
 */
export type FeedContributionReader = (
  context: PanelRequest,
) => Promise<Readonly<Record<string, unknown>> & { readonly state?: PanelResponseHead['state'] }>;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Joins lists, merges objects one level deep, and replaces other values. */
function mergePart(answer: Readonly<Record<string, unknown>>, part: Readonly<Record<string, unknown>>) {
  const merged: Record<string, unknown> = { ...answer };
  for (const [name, value] of Object.entries(part)) {
    const before = answer[name];
    if (name === 'state') merged.state = before === 'ok' ? before : value;
    else if (Array.isArray(before) && Array.isArray(value)) merged[name] = [...before, ...value];
    else merged[name] = isObject(before) && isObject(value) ? { ...before, ...value } : value;
  }
  return merged;
}

/** A feed together with what other modules contribute to its answer, in the order of the modules. */
export function mergeModuleContributionsIntoPanelFeed(
  read: PanelReader,
  parts: readonly FeedContributionReader[],
): PanelReader {
  if (parts.length === 0) return read;
  return async (context) => {
    let answer = (await read(context)) as Readonly<Record<string, unknown>>;
    for (const part of parts) answer = mergePart(answer, await part(context));
    return answer;
  };
}
