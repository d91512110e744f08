import { useQuery } from '@tanstack/react-query';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { findMove } from '#web/lifecycle/move/moves-offered-to-user.ts';
import { readTimeline } from '#web/resource/resource-calls.ts';

const texts = { given: text('{move}的理由：{reason}', 'Reason for “{move}”: {reason}') };

/** The reason given with the move that led to the present state, from the timeline. */
export function ReasonOfLastLifecycleMove({ resource, id }: { resource: AnyResource; id: number }) {
  const { data } = useQuery({
    queryKey: ['resource', resource.name, 'reason', id],
    queryFn: ({ signal }) => readTimeline(resource, id, undefined, { signal }),
  });
  const last = data?.list.find((entry) => entry.kind === 'change' && entry.move !== null && entry.from !== entry.to);
  const offered = last?.move ? findMove(resource, last.move) : undefined;
  if (!last?.note || !offered) return null;
  return (
    <p className="xj-state-bar-next">{translate(texts.given, { move: translate(offered.label), reason: last.note })}</p>
  );
}
