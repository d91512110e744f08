import { type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { translate } from '#web/i18n/locale.ts';
import { formatKeysForPlatform } from '#web/tab/run-offered-action-of-pressed-shortcut-keys.ts';
import { type RichTextCommand, richTextCommands, richTextTableCommands } from './rich-text-commands.tsx';
import { richTextEditorTexts as texts } from './rich-text-editor-texts.ts';

interface ToolbarProps {
  readonly editor: Editor;
  /** Id of the editor. */
  readonly controls: string;
  readonly disabled: boolean;
  readonly bar: RefObject<HTMLDivElement | null>;
  onLink(): void;
  onPicture(): void;
}

const all = [...richTextCommands.flat(), ...richTextTableCommands];

/** State of the buttons, by name of command. */
function readState(editor: Editor) {
  const on: Record<string, boolean> = {};
  const off: Record<string, boolean> = {};
  for (const { name, isOn, run } of all) {
    if (isOn) on[name] = isOn(editor);
    // A link or a picture can always be added.
    off[name] = run ? !run(editor.can().chain().focus()).run() : false;
  }
  return { on, off, inTable: editor.isActive('table') };
}

/**
 * The toolbar: one tab stop with arrow keys inside. Disabled buttons stay focusable, or undoing the last step would
 * lose the focus.
 */
export function RichTextToolbar({ editor, controls, disabled, bar, onLink, onPicture }: ToolbarProps) {
  const { on, off, inTable } = useEditorState({ editor, selector: ({ editor: current }) => readState(current) });
  const groups = inTable ? [...richTextCommands, richTextTableCommands] : richTextCommands;
  const [stop, setStop] = useState('h2');
  const isStop = (name: string) =>
    name === (groups.some((group) => group.some((one) => one.name === stop)) ? stop : 'h2');

  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const next = {
      ArrowRight: (at + 1) % buttons.length,
      ArrowLeft: (at - 1 + buttons.length) % buttons.length,
      Home: 0,
      End: buttons.length - 1,
    }[event.key];
    if (event.key === 'Escape') {
      // back to the text; the sheet around the editor stays open
      event.preventDefault();
      event.stopPropagation();
      editor.commands.focus();
      return;
    }
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    buttons[next]?.focus();
  };

  const act = ({ name, run }: RichTextCommand) => {
    if (disabled || off[name]) return;
    if (name === 'link') onLink();
    else if (name === 'image') onPicture();
    else run?.(editor.chain().focus()).run();
  };

  return (
    <div
      ref={bar}
      className="xj-editor-bar"
      role="toolbar"
      tabIndex={-1}
      aria-label={translate(texts.toolbar)}
      aria-controls={controls}
      onKeyDown={walk}
    >
      {groups.map((group) => (
        <div key={group[0]?.name} className="xj-editor-group" data-table={group === richTextTableCommands || undefined}>
          {group.map((command) => (
            <button
              key={command.name}
              type="button"
              className="xj-editor-button"
              aria-label={
                typeof command.sign === 'string' && !command.sign.includes(translate(command.label))
                  ? `${command.sign} ${translate(command.label)}`
                  : translate(command.label)
              }
              title={
                command.keys
                  ? `${translate(command.label)} (${formatKeysForPlatform(command.keys)})`
                  : translate(command.label)
              }
              aria-pressed={command.isOn ? (on[command.name] ?? false) : undefined}
              aria-disabled={disabled || off[command.name] || undefined}
              tabIndex={isStop(command.name) ? 0 : -1}
              // keeps the selection
              onMouseDown={(event) => event.preventDefault()}
              onFocus={() => setStop(command.name)}
              onClick={() => act(command)}
            >
              {command.sign}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}
