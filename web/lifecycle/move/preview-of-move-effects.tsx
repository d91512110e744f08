import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { stateOf } from '#kernel/lifecycle/lifecycle.ts';
import { text } from '#kernel/text/text.ts';
import { DueCountdown } from '#web/cell/countdown-to-deadline.tsx';
import { dueUnitOf } from '#web/cell/format/format-time-left-until-deadline.ts';
import { useDebounced } from '#web/feedback/use-debounced.ts';
import type { FieldErrors } from '#web/form/state/validate-form-fields-and-split-server-errors.ts';
import { post, WireError } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import { useAllModules } from '#web/resource/declaration-loader.ts';
import { pathOf, type RowValues, type TimelineEntry } from '#web/resource/resource-calls.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { currentArea } from '#web/session/admin-or-member-area.ts';
import { lifecycleOf } from './moves-offered-to-user.ts';

const texts = {
  title: text('办理后将发送', 'Messages to be sent'),
  sms: text('短信 {to}', 'SMS to {to}'),
  email: text('邮件 {to}', 'E-mail to {to}'),
  inbox: text('站内消息（{people} 人）', 'Inbox message ({people} {people|person|people})'),
  due: text('办理期限', 'Deadline'),
  also: text('同时办理', 'Also processed'),
  moved: text('{label} {title}：{from} → {to}', '{label} {title}: {from} → {to}'),
};

/** The preview of a write by the server. */
export interface WritePreview {
  readonly row: WireRow;
  readonly messages: readonly {
    readonly by: 'sms' | 'email' | 'inbox';
    readonly to: string | null;
    readonly people: number;
    readonly words: string;
  }[];
  /** Other rows whose state changes with it. */
  readonly rows: readonly {
    readonly resource: string;
    readonly id: number;
    readonly title: string;
    readonly from: string;
    readonly to: string;
  }[];
  /** For an edit: changes of the row and its child rows. */
  readonly changes: readonly TimelineEntry[];
  /** Further effects, in words. */
  readonly sentences: readonly string[];
}

/** Ms without typing until the preview is requested. */
const pause = 500;

interface PreviewProps {
  readonly resource: AnyResource;
  readonly row: WireRow;
  readonly move: string;
  readonly step: string | undefined;
  /** Input of the move; undefined while it is incomplete. */
  readonly input: RowValues | undefined;
  /** Content for errors that prevent the move. */
  lacks?(errors: FieldErrors): ReactNode;
}

/** Preview of a move: time limits that start, other rows it decides on, and every message verbatim. */
export function MovePreview({ resource, row, move, step, input, lacks }: PreviewProps) {
  const settled = useDebounced(input === undefined ? undefined : JSON.stringify(input), pause);
  const { data, error } = useQuery({
    queryKey: ['foreseen', resource.name, row.id, row.version, move, step, settled],
    queryFn: ({ signal }) =>
      post<WritePreview>(
        pathOf(resource, 'foresee'),
        {
          ...JSON.parse(settled ?? '{}'),
          ...(step === undefined ? {} : { step }),
          move,
          id: row.id,
          version: row.version,
        },
        { quiet: true, duplicate: 'allow', signal },
      ),
    enabled: settled !== undefined,
    retry: false,
    gcTime: 0,
  });
  const shown = useDeferredValue(data);
  if (error instanceof WireError && error.errors) return lacks?.(error.errors) ?? null;
  // members see their own messages when they arrive; other recipients are not disclosed
  if (!shown || currentArea() === 'member') return null;
  const due = shown.row.due_at;
  return (
    <>
      {typeof due === 'number' && due !== row.due_at && (
        <p className="xj-move-to">
          {translate(nameOf(resource, shown.row, due) ?? texts.due)}{' '}
          <DueCountdown due={due} unit={dueUnitOf(shown.row.due_unit)} />
        </p>
      )}
      <PreviewedEffects preview={shown} />
    </>
  );
}

/** Other rows whose state changes, and messages verbatim. */
export function PreviewedEffects({ preview: shown }: { preview: WritePreview }) {
  useAllModules();
  return (
    <>
      {shown.rows.length > 0 && (
        <section className="xj-move-foreseen" aria-label={translate(texts.also)}>
          <h3>{translate(texts.also)}</h3>
          <ul>
            {shown.rows.map(({ resource: name, id, title, from, to }) => {
              const other = findResource(name);
              return (
                <li key={`${name}${id}`}>
                  {translate(texts.moved, {
                    label: other ? translate(other.label) : '',
                    title,
                    from: stateName(other, from),
                    to: stateName(other, to),
                  })}
                </li>
              );
            })}
          </ul>
        </section>
      )}
      {shown.messages.length > 0 && (
        <section className="xj-move-foreseen" aria-label={translate(texts.title)}>
          <h3>{translate(texts.title)}</h3>
          <ul>
            {shown.messages.map(({ by, to, people, words: content }) => (
              <li key={`${by}${to ?? ''}${content}`}>
                <strong>{translate(texts[by], { to: to ?? '', people })}</strong>
                <q>{content}</q>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const stateName = (resource: AnyResource | undefined, state: string): string => {
  const label = stateOf(resource?.life, state);
  return label ? translate(label) : state;
};

/** Label of the time limit with this deadline. */
const nameOf = (resource: AnyResource, row: WireRow, due: number) =>
  lifecycleOf(resource)?.clocks?.[row._clocks?.find((one) => one.due_at === due && one.status !== 'done')?.clock ?? ''];
