import { Button, Input, type InputRef } from 'antd';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { translate } from '#web/i18n/locale.ts';
import { richTextEditorTexts as texts } from './rich-text-editor-texts.ts';

interface RichTextToolbarPromptProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  /** More buttons. */
  readonly children?: ReactNode;
  /** Takes the typed text. Returns why it cannot. */
  onApply(typed: string): string | undefined;
  onBack(): void;
}

/** A line to type in between toolbar and text. It is inside a form, which its Enter must not submit. */
export function RichTextToolbarPrompt({ label, hint, value, children, onApply, onBack }: RichTextToolbarPromptProps) {
  const [typed, setTyped] = useState(value);
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const input = useRef<InputRef>(null);
  useEffect(() => input.current?.focus({ cursor: 'all' }), []);
  const apply = () => {
    const refusal = onApply(typed);
    setProblem(refusal);
    if (refusal) input.current?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') apply();
    else onBack();
  };
  return (
    <div className="xj-editor-ask">
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        ref={input}
        value={typed}
        placeholder={hint}
        maxLength={2000}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        {...(problem ? { status: 'error' as const } : {})}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKey}
      />
      <Button onClick={apply}>{translate(texts.apply)}</Button>
      {children}
      <Button type="text" onClick={onBack}>
        {translate(texts.back)}
      </Button>
      {problem && (
        <p id={`${id}-problem`} className="xj-form-field-error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
