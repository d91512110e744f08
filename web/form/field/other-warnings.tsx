import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { findResource } from '#web/resource/resource-registry.ts';

import './form.css';

const texts = { warning: text('{label}：{warning}', '{label}: {warning}') };

interface OtherWarningsProps {
  /** Name of the resource of the form. */
  readonly of: string | undefined;
  readonly warnings: Readonly<Record<string, readonly string[]>>;
}

/**
 * Contradictions at fields that have no input in a form: what is filled in contradicts the kind of a team, which stays
 * as it is.
 */
export function OtherWarnings({ of, warnings }: OtherWarningsProps) {
  const fields = of ? findResource(of)?.fields : undefined;
  return (
    <div className="xj-form-note" role="status">
      {Object.entries(warnings).map(([name, messages]) =>
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
