import { useEffect } from 'react';
import { text } from '#kernel/text/text.ts';
import type { FormValues } from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { useBannedWordScreening } from '#web/form/state/use-banned-word-screening.ts';
import { useFormContradictionWarnings } from '#web/form/state/use-form-contradiction-warnings.ts';
import { translate } from '#web/i18n/locale.ts';
import { findResource } from '#web/resource/resource-registry.ts';

import './form.css';

const texts = { warning: text('{label}：{warning}', '{label}: {warning}') };

interface FormContradictionWarningsProps {
  /** Name of the resource of the form. */
  readonly of: string;
  readonly values: FormValues;
  /** The fields that show their own warnings. */
  readonly inputs: readonly string[];
  onFound(warnings: Readonly<Record<string, readonly string[]>>): void;
}

/**
 * Looks for contradictions while a form is filled in. Shows those of fields that have no input in the form, such as the
 * kind of a team that can no longer be changed. Banned words in its texts are shown with them.
 */
export default function FormContradictionAndBannedWordWarnings({
  of,
  values,
  inputs,
  onFound,
}: FormContradictionWarningsProps) {
  const contradictions = useFormContradictionWarnings(of, values);
  const screened = useBannedWordScreening(of, values);
  const warnings = mergeWarnings(contradictions, screened);
  const found = JSON.stringify(warnings);
  useEffect(() => onFound(JSON.parse(found)), [found, onFound]);
  const others = Object.entries(warnings).filter(([name]) => !inputs.includes(name));
  if (others.length === 0) return null;
  const fields = findResource(of)?.fields;
  return (
    <div className="xj-form-note" role="status">
      {others.flatMap(([name, messages]) =>
        messages.map((warning) => {
          const label = fields?.[name]?.label;
          return (
            <p key={`${name} ${warning}`}>
              {label ? translate(texts.warning, { label: translate(label), warning }) : warning}
            </p>
          );
        }),
      )}
    </div>
  );
}

type Warnings = Readonly<Record<string, readonly string[]>>;

const mergeWarnings = (one: Warnings, other: Warnings): Warnings =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name) => [
      name,
      [...(one[name] ?? []), ...(other[name] ?? [])],
    ]),
  );
