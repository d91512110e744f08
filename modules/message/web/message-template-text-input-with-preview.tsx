import { Button } from 'antd';
import {
  countBilledSmsParts,
  sampleMessage,
  unknownPlaceholders,
} from '#kernel/message/declare-and-fill-message-template.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import type { FieldInputProps } from '#web/input/control/field-input-props.ts';
import { FieldInput } from '#web/input/field-input.tsx';
import type { EditableMessage } from '../contract/editable-message-template.ts';

const texts = {
  insert: text('插入：', 'Insert:'),
  preview: text('效果', 'Preview'),
  length: text(
    '{count} 字，按 {parts} 条计费',
    '{count} {count|character|characters}, billed as {parts} {parts|part|parts}',
  ),
  unknown: text('没有可填写的 {names}', 'There are no variables {names}'),
  reset: text('恢复默认', 'Restore default'),
};

export type MessageTemplateTextInputProps = FieldInputProps & {
  readonly message: EditableMessage;
  readonly shipped: string;
};

/** Input for the text of a message in one language, with its placeholders and a preview. */
export function MessageTemplateTextInput({ message, shipped, ...props }: MessageTemplateTextInputProps) {
  const typed = typeof props.value === 'string' ? props.value : '';
  const insert = (name: string) => {
    const area = document.getElementById(props.id);
    const [from, to] =
      area instanceof HTMLTextAreaElement ? [area.selectionStart, area.selectionEnd] : [typed.length, typed.length];
    const place = `{${name}}`;
    props.onChange(typed.slice(0, from) + place + typed.slice(to));
    requestAnimationFrame(() => {
      if (!(area instanceof HTMLTextAreaElement)) return;
      area.focus();
      area.setSelectionRange(from + place.length, from + place.length);
    });
  };
  return (
    <>
      <FieldInput {...props} />
      <div className="xj-message-tools">
        <span>{translate(texts.insert)}</span>
        {Object.entries(message.places).map(([name, label]) => (
          <Button key={name} size="small" onClick={() => insert(name)}>
            {translate(label)}
          </Button>
        ))}
        {typed !== shipped && (
          <Button size="small" type="link" onClick={() => props.onChange(shipped)}>
            {translate(texts.reset)}
          </Button>
        )}
      </div>
      <MessageTemplatePreview message={message} typed={typed} />
    </>
  );
}

/** Preview of a message with sample values, and its cost. */
export function MessageTemplatePreview({ message, typed }: { message: EditableMessage; typed: string }) {
  const sample = sampleMessage(message, typed);
  const unknown = unknownPlaceholders(message, typed);
  return (
    <figure className="xj-message-preview">
      <figcaption>
        {translate(texts.preview)}
        <span>{translate(texts.length, { count: sample.length, parts: countBilledSmsParts(sample) })}</span>
      </figcaption>
      <p>{sample}</p>
      {unknown.length > 0 && (
        <p className="xj-message-unknown">
          {translate(texts.unknown, { names: unknown.map((name) => `{${name}}`).join(' ') })}
        </p>
      )}
    </figure>
  );
}
