import type { AnyResource } from '#kernel/declaration/resource.ts';
import { isPairs } from '#kernel/kind/key-value-pairs.ts';
import { fieldOf } from '#kernel/list/list-query-in-url.ts';
import { text } from '#kernel/text/text.ts';
import { CellValue, isBlankCell } from '#web/cell/value-of-field-in-cell.tsx';
import { translate } from '#web/i18n/locale.ts';
import { labelFieldValuePairs } from '#web/resource/label-field-value-pairs.ts';
import type { TimelineEntry } from '#web/resource/resource-calls.ts';

const texts = {
  before: text('原为', 'was'),
  after: text('改为', 'now'),
};

/** The changed fields to list: the state is shown otherwise. */
const visibleFieldChanges = (resource: AnyResource, { changes }: Pick<TimelineEntry, 'changes'>) =>
  Object.entries(changes ?? {}).filter(
    ([name]) => name !== 'status' && name !== 'due_unit' && fieldOf(resource, name) !== undefined,
  );

/** Changed fields by label, each with its value before and after. */
export function FieldChangesInTimeline({ resource, entry }: { resource: AnyResource; entry: TimelineEntry }) {
  const changes = visibleFieldChanges(resource, entry);
  if (changes.length === 0) return null;
  return (
    <dl className="xj-timeline-changes">
      {changes.map(([name, values]) => (
        <Change
          key={name}
          resource={resource}
          name={name}
          values={values}
          called={entry.names?.[name]}
          added={entry.action === 'add'}
        />
      ))}
    </dl>
  );
}

type Pair = readonly [before: unknown, after: unknown];

interface ChangeProps {
  resource: AnyResource;
  name: string;
  values: Pair;
  called: Pair | undefined;
  /** The row did not exist before. */
  added: boolean;
}

function Change({ resource, name, values: [before, after], called, added }: ChangeProps) {
  const field = fieldOf(resource, name);
  if (!field) return null;
  const cell = (value: unknown, word: unknown) =>
    typeof word === 'string' ? (
      word
    ) : (
      <CellValue
        name={name}
        field={field}
        row={{ id: 0, [name]: isPairs(field) ? labelFieldValuePairs(resource, value) : value }}
      />
    );
  return (
    <div>
      <dt>{translate(field.label)}</dt>
      <dd>
        {!isBlankCell(field, before) && !(added && before === null) && (
          <>
            <del>
              <span className="xj-visually-hidden">{translate(texts.before)} </span>
              {cell(before, called?.[0])}
            </del>
            <span aria-hidden="true"> → </span>
          </>
        )}
        <ins>
          <span className="xj-visually-hidden">{translate(texts.after)} </span>
          {cell(after, called?.[1])}
        </ins>
      </dd>
    </div>
  );
}
