import type { OfficeLevel } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Option } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import { StatusToneIcon } from '#web/cell/status-tone-icon.tsx';
import { useText } from '#web/i18n/locale.ts';

/** Mark and label of a row's state; nothing when its resource has no lifecycle. */
export function RowStateLabel({ resource, status }: { resource: AnyResource; status: unknown }) {
  const t = useText();
  const states: Readonly<Record<string, Option & { readonly officeLevel?: OfficeLevel }>> = resource.life?.states ?? {};
  const state = states[String(status)];
  if (!state) return null;
  return (
    <span className="wall-state" data-tone={state.tone}>
      {state.tone ? <StatusToneIcon tone={state.tone} level={state.officeLevel} /> : null}
      {t(state)}
    </span>
  );
}
