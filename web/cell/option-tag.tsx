import type { OfficeLevel } from '#kernel/declaration/lifecycle.ts';
import type { Option } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import { StatusToneIcon } from '#web/cell/status-tone-icon.tsx';
import { useText } from '#web/i18n/locale.ts';

import './style/cell.css';

/** An option of a closed set: its label, with the shape and colour of its tone. */
export function OptionTag({ option }: { option: Option & { readonly officeLevel?: OfficeLevel | undefined } }) {
  const t = useText();
  const tone = option.tone;
  return (
    <span className="xj-tag" data-tone={tone ?? 'plain'}>
      {tone && <StatusToneIcon tone={tone} level={option.officeLevel} />}
      {t(option)}
    </span>
  );
}
