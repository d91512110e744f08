import type { RefObject } from 'react';
import type { AmendmentRules } from '#kernel/declaration/amendment-of-filed-row-by-kinds-and-reasons.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindAndReasonFields } from '#kernel/lifecycle/fields-opened-by-amendment-rules.ts';
import { text } from '#kernel/text/text.ts';
import { CellValue } from '#web/cell/value-of-field-in-cell.tsx';
import type { FormValues } from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { translate } from '#web/i18n/locale.ts';
import { PreviewedEffects, type WritePreview } from '#web/lifecycle/move/preview-of-move-effects.tsx';
import { findResource } from '#web/resource/resource-registry.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { ChildRowChange } from '#web/timeline/child-row-change.tsx';
import { FieldChangesInTimeline } from '#web/timeline/field-changes-in-timeline.tsx';

import '#web/lifecycle/move/lifecycle.css';
import '#web/timeline/timeline.css';

const texts = {
  title: text('提交后将发生的变化', 'What this change will do'),
  differences: text('变更前后', 'Before and after'),
  follows: text('随之办理', 'Follow-up actions'),
};

interface AmendmentPreviewProps {
  readonly resource: AnyResource;
  readonly row: WireRow;
  readonly ahead: WritePreview;
  readonly amendments: AmendmentRules;
  readonly reasons: FormValues;
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

/**
 * Review of an amendment before it is sent: its reasons, each difference, checks and approvals that follow, and who
 * is notified.
 */
export function AmendmentPreview({ resource, row, ahead, amendments, reasons, heading }: AmendmentPreviewProps) {
  const own = new Set(kindAndReasonFields(amendments));
  const whole = ahead.changes.filter(({ kind }) => kind === 'change');
  const parts = ahead.changes.filter(({ kind }) => kind === 'part');
  return (
    <section className="xj-amend-review" aria-labelledby={`amend-${row.id}`}>
      <h2 id={`amend-${row.id}`} ref={heading} tabIndex={-1}>
        {translate(texts.title)}
      </h2>
      <dl className="xj-amend-told">
        {[...own].map((name) => {
          const field = resource.fields[name];
          return field ? (
            <div key={name}>
              <dt>{translate(field.label)}</dt>
              <dd>
                <CellValue name={name} field={field} row={{ ...row, [name]: reasons[name] }} roomy />
              </dd>
            </div>
          ) : null;
        })}
      </dl>
      <section aria-label={translate(texts.differences)}>
        <h3>{translate(texts.differences)}</h3>
        {whole.map((entry) => (
          <FieldChangesInTimeline
            key={entry.id}
            resource={resource}
            entry={{
              ...entry,
              changes: Object.fromEntries(Object.entries(entry.changes ?? {}).filter(([name]) => !own.has(name))),
            }}
          />
        ))}
        <div className="xj-amend-parts">
          {parts.map((entry) => {
            const part = findResource(entry.of?.resource ?? '');
            return part ? (
              <ChildRowChange key={`${entry.of?.resource} ${entry.id}`} part={part} entry={entry} titled />
            ) : null;
          })}
        </div>
      </section>
      {ahead.sentences.length > 0 && (
        <section aria-label={translate(texts.follows)}>
          <h3>{translate(texts.follows)}</h3>
          <ul>
            {ahead.sentences.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </section>
      )}
      <PreviewedEffects preview={ahead} />
    </section>
  );
}
