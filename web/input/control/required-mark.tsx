import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';

const texts = { required: text('必填', 'required') };

/** Marks a required field: a star, and a word for screen readers. */
export function RequiredMark() {
  return (
    <span className="xj-form-field-required">
      <span aria-hidden="true">*</span>
      <span className="xj-visually-hidden"> {translate(texts.required)}</span>
    </span>
  );
}
