import { Link } from 'react-router';
import { readListQuery } from '#kernel/list/list-query-in-url.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { useResource } from '#web/resource/declaration-loader.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import { ListQueryText } from '#web/table/filter/list-query-text.tsx';

const texts = {
  unknown: text('该列表已不存在，或您不再有权查看。', 'The list no longer exists, or you may no longer see it.'),
  open: text('打开列表', 'Open the list'),
};

/** The conditions of a saved view or a subscription in words, and the list they lead to. */
export default function ConditionsOfSavedViewPanel({ row }: RecordPanelProps) {
  const resource = useResource(String(row.list));
  if (!resource) return <p>{translate(texts.unknown)}</p>;
  const address = String(row.address ?? '');
  const query = readListQuery(new URLSearchParams(address), resource);
  return (
    <p>
      <ListQueryText resource={resource} query={query} />{' '}
      <Link to={`${resourcePath(resource)}${address && `?${address}`}`}>{translate(texts.open)}</Link>
    </p>
  );
}
