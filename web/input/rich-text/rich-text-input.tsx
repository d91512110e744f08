import { type Editor, EditorContent, useEditorState } from '@tiptap/react';
import { Button } from 'antd';
import { useId, useRef, useState } from 'react';
import { toLinkAddress } from '#kernel/text/rich-text.ts';
import { translate } from '#web/i18n/locale.ts';
import type { FieldInputProps } from '#web/input/control/field-input-props.ts';
import { richTextEditorTexts as texts } from '#web/input/rich-text/rich-text-editor-texts.ts';
import { RichTextToolbar } from '#web/input/rich-text/rich-text-toolbar.tsx';
import { RichTextToolbarPrompt } from '#web/input/rich-text/rich-text-toolbar-prompt.tsx';
import { isPicture, useRichTextEditor } from '#web/input/rich-text/use-rich-text-editor.ts';
import { UploadsInProgressList } from '#web/input/upload/uploads-in-progress-list.tsx';
import { useCheckedUploads } from '#web/input/upload/use-check-and-send-uploads-with-progress.ts';
import { acceptAttribute } from '#web/input/upload/validate-file-type-and-size-before-upload.ts';
import '#web/cell/style/rich-text.css';
import './editor.css';

/** A rich text editor that shows the text as it will be read. */
export default function RichTextInput(props: FieldInputProps) {
  const { id, field, value, onChange, onBlur, describedBy, invalid, disabled = false } = props;
  const bar = useRef<HTMLDivElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const problemId = useId();
  const [linking, setLinking] = useState(false);
  const uploads = useCheckedUploads({ accept: 'image/*' });
  const { problem } = uploads;

  const sendPictures = async (files: readonly File[]) => {
    uploads.setProblem(undefined);
    for (const file of files) {
      const sent = await uploads.send(file);
      const alt = file.name.replace(/\.[^.]*$/, '');
      if (sent && editor && !editor.isDestroyed) editor.commands.setImage({ src: sent.url, alt });
    }
  };

  const editor = useRichTextEditor({
    id,
    value: typeof value === 'string' ? value : '',
    onChange,
    invalid: invalid ?? false,
    disabled,
    required: field.required === true,
    bar,
    onPictures: (files) => void sendPictures(files),
    ...(describedBy ? { describedBy } : {}),
    ...(onBlur ? { onBlur } : {}),
  });
  if (!editor) return null;
  return (
    <div className="xj-editor" data-invalid={invalid || undefined} data-disabled={disabled || undefined}>
      <RichTextToolbar
        editor={editor}
        controls={id}
        disabled={disabled}
        bar={bar}
        onLink={() => setLinking(true)}
        onPicture={() => chooser.current?.click()}
      />
      {linking && !disabled && <LinkLine editor={editor} onDone={() => setLinking(false)} />}
      {!disabled && <PictureLine editor={editor} />}
      <EditorContent editor={editor} className="xj-editor-page" />
      <UploadsInProgressList {...uploads} />
      {problem && (
        <p id={problemId} className="xj-form-field-error" role="alert">
          {problem}
        </p>
      )}
      <p className="xj-editor-keys">{translate(texts.keys)}</p>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept={acceptAttribute('image/*')}
        tabIndex={-1}
        onChange={(event) => {
          void sendPictures([...(event.target.files ?? [])].filter(isPicture));
          event.target.value = '';
        }}
      />
    </div>
  );
}

/** Asks for the target of a link on the selected words. Without a selection, the address itself is inserted. */
function LinkLine({ editor, onDone }: { editor: Editor; onDone(): void }) {
  const [href] = useState(() => String(editor.getAttributes('link').href ?? ''));
  const back = () => {
    onDone();
    editor.commands.focus();
  };
  const apply = (typed: string) => {
    const address = toLinkAddress(typed);
    if (!address) return translate(texts.badAddress);
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && !href) {
      const mark = { type: 'link', attrs: { href: address } };
      chain.insertContent({ type: 'text', text: typed.trim(), marks: [mark] }).run();
    } else chain.setLink({ href: address }).run();
    onDone();
    return undefined;
  };
  return (
    <RichTextToolbarPrompt
      label={translate(texts.address)}
      hint={translate(texts.addressHint)}
      value={href}
      onApply={apply}
      onBack={back}
    >
      {href && (
        <Button
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run();
            onDone();
          }}
        >
          {translate(texts.unlink)}
        </Button>
      )}
    </RichTextToolbarPrompt>
  );
}

/** Under a selected picture: its alternative text. */
function PictureLine({ editor }: { editor: Editor }) {
  const picture = useEditorState({
    editor,
    selector: ({ editor: { state } }) => {
      const { node } = state.selection as { node?: { type: { name: string }; attrs: { alt?: string } } };
      return node?.type.name === 'image' ? { at: state.selection.from, alt: node.attrs.alt ?? '' } : null;
    },
  });
  if (!picture) return null;
  return (
    <label className="xj-editor-ask">
      {translate(texts.alt)}
      <input
        value={picture.alt}
        placeholder={translate(texts.altHint)}
        maxLength={200}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault();
        }}
        onChange={(event) => editor.commands.updateAttributes('image', { alt: event.target.value })}
      />
    </label>
  );
}
