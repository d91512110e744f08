import { type Editor, useEditor } from '@tiptap/react';
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { isBlankRichText, richTextToPlain } from '#kernel/text/rich-text.ts';
import type { FieldInputProps } from '#web/input/control/field-input-props.ts';
import { cleanPastedHtml } from './clean-pasted-html.ts';
import { richTextExtensions, trimTrailingParagraphs } from './rich-text-extensions.ts';

/** A value of the form, and the same as the editor writes it. */
interface Pair {
  readonly value: string;
  readonly html: string;
}

const htmlOf = (editor: Editor): string => {
  const html = trimTrailingParagraphs(editor.getHTML());
  return isBlankRichText(html) ? '' : html;
};

export const isPicture = (file: File): boolean => file.type.startsWith('image/');

/** Pictures of the clipboard, where it has no text: Word adds a picture of the text. */
function pastedPictures({ clipboardData }: ClipboardEvent): File[] {
  const pictures = [...(clipboardData?.files ?? [])].filter(isPicture);
  const hasText = richTextToPlain(clipboardData?.getData('text/html') ?? '') !== '';
  return hasText ? [] : pictures;
}

const isSaveKey = (event: KeyboardEvent): boolean => (event.ctrlKey || event.metaKey) && event.key === 'Enter';

interface RichEditorOptions
  extends Pick<FieldInputProps, 'id' | 'describedBy' | 'invalid' | 'disabled' | 'onChange' | 'onBlur'> {
  readonly value: string;
  readonly required: boolean;
  readonly bar: RefObject<HTMLDivElement | null>;
  onPictures(files: readonly File[]): void;
}

/** The editor of a field: shows its value, and reports changes made by a person. */
export function useRichTextEditor(options: RichEditorOptions): Editor | null {
  const { id, describedBy, invalid = false, disabled = false, required, value, bar } = options;
  const latest = useRef(options);
  latest.current = options;
  // The initial and the present value. The editor may write the same value in other markup:
  // as long as the content is the same, no change is reported.
  const begun = useRef<Pair>(undefined);
  const now = useRef<Pair>({ value, html: '' });

  const take = useCallback((files: readonly File[]): boolean => {
    if (files.length > 0) latest.current.onPictures(files);
    return files.length > 0;
  }, []);
  const editorProps = useMemo(
    () => ({
      attributes: {
        id,
        class: 'xj-editor-text xj-rich',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
        ...(invalid ? { 'aria-invalid': 'true' } : {}),
        ...(required ? { 'aria-required': 'true' } : {}),
        ...(disabled ? { 'aria-disabled': 'true' } : {}),
      },
      transformPastedHTML: cleanPastedHtml,
      handlePaste: (_view: unknown, event: ClipboardEvent) => take(pastedPictures(event)),
      handleDrop: (_view: unknown, event: DragEvent) => take([...(event.dataTransfer?.files ?? [])].filter(isPicture)),
      handleDOMEvents: {
        keydown: (_view: unknown, event: KeyboardEvent) => {
          if (event.altKey && event.key === 'F10') {
            event.preventDefault();
            bar.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();
            return true;
          }
          // The form saves on these keys; the editor would add a line break.
          return isSaveKey(event);
        },
      },
    }),
    [id, describedBy, invalid, disabled, required, bar, take],
  );
  const editor = useEditor({
    extensions: richTextExtensions,
    content: value,
    editable: !disabled,
    injectCSS: false,
    editorProps,
    onBlur: () => latest.current.onBlur?.(),
    onUpdate: ({ editor: current }) => {
      const html = htmlOf(current);
      if (html === now.current.html) return;
      const value = html === begun.current?.html ? begun.current.value : html;
      now.current = { value, html };
      latest.current.onChange(value === '' ? null : value);
    },
  });

  // A new editor: the first one, and another each time its tab comes to the front again.
  useEffect(() => {
    // Effects run again before the new editor exists: this editor was destroyed when its tab was hidden.
    if (!editor || editor.isDestroyed) return;
    now.current = { value: latest.current.value, html: htmlOf(editor) };
    begun.current ??= now.current;
  }, [editor]);

  // A value set from outside: the form was reset, or merged somebody else's change.
  useEffect(() => {
    if (!editor || editor.isDestroyed || value === now.current.value) return;
    editor.commands.setContent(value, { emitUpdate: false });
    begun.current = { value, html: htmlOf(editor) };
    now.current = begun.current;
  }, [editor, value]);

  useEffect(() => {
    if (editor && !editor.isDestroyed && editor.isEditable === disabled) editor.setEditable(!disabled, false);
  }, [editor, disabled]);

  return editor;
}
