import { expect, test } from 'vitest';
import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { resources } from '#modules/registry.ts';

/** Reasons that say what to do instead, or what will come. */
const advice = [
  '已再次责令改正，仍未改正的应当立案',
  // the policy will begin on its first day
  '没有已起保的保单',
];

/**
 * The page of a row says of a move that is not possible yet: “办理‘批准’之前：…”. What has been done already, or answers something
 * that is not there, will not be possible later either: such a move is not mentioned (`quiet`).
 */
test('a move that a row has behind it, or no occasion for, is not mentioned on its page', () => {
  const reasons = resources.flatMap(({ name, life }: AnyResource) =>
    Object.entries<Move>(life?.moves ?? {}).flatMap(([move, { when = [] }]) =>
      when
        .filter(({ quiet }) => !quiet)
        .map((guard) => `${name} ${move}: ${guard.else['zh-cn']}`)
        .filter((one) => /: (企业|结果|回应稿)?(已|没有)|只能.*一次/.test(one)),
    ),
  );
  expect(reasons.filter((one) => !advice.some((reason) => one.endsWith(reason)))).toEqual([]);
});
