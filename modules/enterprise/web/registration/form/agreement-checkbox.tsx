import { useId, useRef } from 'react';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { registrationAgreementTexts } from '../application/registration-agreement-texts.ts';

const texts = { read: text('查看全文', 'Read full text'), close: text('关闭', 'Close'), agree: text('同意', 'Agree') };

interface TermsBoxProps {
  kind: keyof typeof registrationAgreementTexts;
  agreed: boolean;
  onAgreed: (agreed: boolean) => void;
  error: string | undefined;
}

/** Checkbox of a commitment, with a link to its full text. */
export function AgreementCheckbox({ kind, agreed, onAgreed, error }: TermsBoxProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const one = registrationAgreementTexts[kind];
  return (
    <div className="xj-terms" data-invalid={error ? true : undefined}>
      <label>
        <input
          type="checkbox"
          id={`agree-${kind}`}
          checked={agreed}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onAgreed(event.target.checked)}
        />
        {translate(one.label)}
      </label>
      <button type="button" className="xj-terms-open" onClick={() => dialog.current?.showModal()}>
        {translate(texts.read)}
        <span className="xj-visually-hidden"> {translate(one.title)}</span>
      </button>
      {error && (
        <p id={`${id}-error`} className="xj-form-field-error">
          {error}
        </p>
      )}
      <dialog ref={dialog} className="xj-terms-text" aria-labelledby={`${id}-title`}>
        <h2 id={`${id}-title`}>{translate(one.title)}</h2>
        {one.paragraphs.map((paragraph) => (
          <p key={paragraph.en}>{translate(paragraph)}</p>
        ))}
        <div className="xj-terms-buttons">
          <button type="button" className="xj-button" onClick={() => dialog.current?.close()}>
            {translate(texts.close)}
          </button>
          <button
            type="button"
            className="xj-button"
            data-tone="primary"
            onClick={() => {
              onAgreed(true);
              dialog.current?.close();
            }}
          >
            {translate(texts.agree)}
          </button>
        </div>
      </dialog>
    </div>
  );
}
