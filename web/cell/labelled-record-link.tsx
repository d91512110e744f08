import { Link } from 'react-router';
import type { AnyRecordReference } from '#kernel/kind/linked/any-record-reference.ts';
import type { Text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { useResource } from '#web/resource/declaration-loader.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import { can } from '#web/session/session.ts';

/** The record something is about: the label of its resource and its title, as a link for readers who may open it. */
export function LabelledRecordLink({ subject, label }: { subject: AnyRecordReference; label?: Text | undefined }) {
  const resource = useResource(subject.resource);
  const name = subject.title || (subject.id === null ? '' : `#${subject.id}`);
  const kind = label ?? resource?.label;
  const linked = resource && subject.id !== null && can(`${resource.name}/index`);
  return (
    <span className="xj-subject">
      {kind && <small>{translate(kind)}</small>}
      {linked ? (
        <Link to={resourcePath(resource, subject.id ?? undefined)} onClick={(event) => event.stopPropagation()}>
          {name}
        </Link>
      ) : (
        name
      )}
    </span>
  );
}
