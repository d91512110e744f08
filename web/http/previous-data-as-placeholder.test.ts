import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { previousDataAsPlaceholder } from '#web/http/previous-data-as-placeholder.ts';

/** The data an observer shows after its key changed, while the new data are loading. */
async function shownMeanwhile(lane: string, page: number): Promise<unknown> {
  const client = new QueryClient();
  const queried = (of: string, at: number, answer: Promise<string>) => ({
    queryKey: ['available', of, at],
    queryFn: () => answer,
    placeholderData: previousDataAsPlaceholder('available', of),
  });
  const observer = new QueryObserver(client, queried('guides', 1, Promise.resolve('丁莲倩')));
  const stop = observer.subscribe(() => undefined);
  await observer.refetch();
  observer.setOptions(queried(lane, page, new Promise(() => undefined)));
  const { data } = observer.getCurrentResult();
  stop();
  client.clear();
  return data;
}

test('previous data stay visible for the same subject only', async () => {
  expect(await shownMeanwhile('guides', 2)).toBe('丁莲倩');
  expect(await shownMeanwhile('coaches', 1)).toBeUndefined();
});
