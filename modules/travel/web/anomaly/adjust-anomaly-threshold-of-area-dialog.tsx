import { useMemo, useState } from 'react';
import { field } from '#kernel/field/field.ts';
import { type Locale, text, textIn } from '#kernel/text/text.ts';
import { FormDialog } from '#web/form/dialog-with-form.tsx';
import { FormFields } from '#web/form/field/form-fields-by-section.tsx';
import { valuesOfNewRowToSend } from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { dropFormDraft } from '#web/form/state/store-form-draft-in-browser.ts';
import { useFormState } from '#web/form/state/use-form-state.ts';
import { isCancelled, post, WireError } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import { refreshResource } from '#web/resource/resource-calls.ts';
import type { ThresholdInArea } from '../../contract/anomaly/anomaly-rule-in-area-answer-types.ts';
import { areaThreshold as resource } from '../../contract/anomaly/anomaly-threshold-of-area.ts';
import { areaThresholdBounds } from '../../contract/anomaly/area-threshold-bounds.ts';

const texts = {
  title: text('调整{label}', 'Adjust {label}'),
  save: text('保存', 'Save'),
  bounds: text('{min}–{max} {unit}；通常 {usual}', '{min}–{max} {unit}; default {usual}'),
};

interface MoveThresholdProps {
  readonly threshold: ThresholdInArea;
  /** The area whose value is changed; empty: the form asks for one. */
  readonly area: string;
  onClose(): void;
}

/** Dialog for another value of a threshold in an area, with a reason; adds a row where the area has none of its own. */
export function AdjustAnomalyThresholdOfAreaDialog({
  threshold: { name, value, usual, own },
  area,
  onClose,
}: MoveThresholdProps) {
  const { min, max, unit, ...label } = areaThresholdBounds[name];
  const fields = useMemo(() => {
    const bounds = (one: Locale) => textIn(texts.bounds, one, { min, max, unit: unit[one], usual });
    return {
      area_code: { ...resource.fields.area_code, ...(area ? { initial: area } : {}) },
      value: field.integer(resource.fields.value.label, {
        required: true,
        min,
        max,
        initial: value,
        hint: text(bounds('zh-cn'), bounds('en')),
      }),
      why: resource.fields.why,
    };
  }, [area, min, max, unit, usual, value]);
  const draft = `${resource.name} ${name} ${area}`;
  const form = useFormState(fields, { draft });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = async () => {
    if (!form.check()) return;
    setBusy(true);
    setProblem(undefined);
    const given = valuesOfNewRowToSend(form.values);
    // another area than the one shown gets a new row
    const edits = own && given.area_code === area;
    try {
      const body = { ...given, parameter: name, ...(edits ? { id: own.id, version: own.version } : {}) };
      await post(`/admin/travel.threshold/${edits ? 'edit' : 'add'}`, body, { quiet: true });
      dropFormDraft(draft);
      await refreshResource(resource.name);
      onClose();
    } catch (error) {
      if (isCancelled(error)) return;
      if (!(error instanceof WireError)) throw error;
      const others = form.refuse(error.errors);
      if (!error.errors || others.length > 0) setProblem([error.message, ...others].join(' '));
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={translate(texts.title, { label: translate(label) })}
      okText={translate(texts.save)}
      busy={busy}
      dirty={form.dirty}
      draft
      onOk={() => void send()}
      onClose={onClose}
    >
      {problem && (
        <p className="xj-form-note" data-tone="bad" role="alert">
          {problem}
        </p>
      )}
      <FormFields form={form} disabled={busy} />
    </FormDialog>
  );
}
