import { useDeferredValue, useMemo, useState } from 'react';
import type { Fields } from '#kernel/declaration/field.ts';
import { type Text, text } from '#kernel/text/text.ts';
import {
  formErrorsByFieldPath,
  labelOfFieldPath,
  pathsOfMissingRequiredFields,
  topFieldOfPath,
} from '#web/form/state/form-errors-by-field-path.ts';
import { sectionsOf } from '#web/form/state/select-shown-and-locked-form-fields.ts';
import type { FormState } from '#web/form/state/use-form-state.ts';
import { translate } from '#web/i18n/locale.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { useMedia } from '#web/theme/use-media-query.ts';

import './form-error-list.css';

const texts = {
  title: text('目录', 'Contents'),
  missing: text('还有 {n} 项待填写', '{n} still to be filled in'),
  complete: text('必填项已齐', 'Nothing required is missing'),
  other: text('其他', 'Other'),
  more: text('另有 {n} 项', '{n} more'),
};

interface FormTableOfContentsProps {
  readonly form: FormState;
  /** The shown fields in their order. */
  readonly fields: Fields;
  readonly sections: Readonly<Record<string, Text>>;
  readonly row: WireRow | undefined;
  onGo(at: string): void;
}

/** Index of a long form: its sections, each with the fields that still lack something, as links. */
export default function FormTableOfContents({ form, fields, sections, row, onGo }: FormTableOfContentsProps) {
  const wide = useMedia('(min-width: 1200px)');
  const values = useDeferredValue(form.values);
  const { mode, errors } = form;
  const open = useMemo(() => {
    const wrong = formErrorsByFieldPath(fields, errors).map(({ at }) => at);
    return [...new Set([...wrong, ...pathsOfMissingRequiredFields(fields, values, mode, row)])];
  }, [fields, values, errors, mode, row]);
  const parts = sectionsOf({ sections }, fields);
  /** Where only marked fields are drawn, a section opens at its first field. */
  const toSection = (key: string, names: readonly string[]) => {
    const title = document.getElementById(`${form.id}-${key}-title`);
    if (title) title.scrollIntoView({ block: 'start', behavior: 'smooth' });
    else onGo(names[0] ?? '');
  };
  return (
    <nav className="xj-form-index" aria-label={translate(texts.title)}>
      <details open={wide || undefined}>
        <summary>
          <span className={open.length > 0 ? undefined : 'xj-form-index-done'} role="status">
            {translate(open.length > 0 ? texts.missing : texts.complete, { n: open.length })}
          </span>
        </summary>
        <ol>
          {parts.map(({ key, names }) => {
            const own = new Set(names);
            const here = open.filter((at) => own.has(topFieldOfPath(at)));
            const lines = <Places fields={fields} places={here} onGo={onGo} />;
            const title = sections[key];
            if (!title && parts.length === 1) return <li key={key}>{lines}</li>;
            return (
              <li key={key}>
                <button type="button" onClick={() => toSection(key, names)}>
                  <span>{translate(title ?? texts.other)}</span>
                  {here.length > 0 && <span className="xj-form-index-count">{here.length}</span>}
                </button>
                {lines}
              </li>
            );
          })}
        </ol>
      </details>
    </nav>
  );
}

/** Missing fields named per section, and added with each press. */
const atOnce = 12;
const further = 50;

function Places({ fields, places, onGo }: { fields: Fields; places: readonly string[]; onGo(at: string): void }) {
  const [most, setMost] = useState(atOnce);
  if (places.length === 0) return null;
  return (
    <ol>
      {places.slice(0, most).map((at) => (
        <li key={at}>
          <button type="button" onClick={() => onGo(at)}>
            {labelOfFieldPath(fields, at)}
          </button>
        </li>
      ))}
      {places.length > most && (
        <li>
          <button type="button" onClick={() => setMost(most + further)}>
            {translate(texts.more, { n: places.length - most })}
          </button>
        </li>
      )}
    </ol>
  );
}
