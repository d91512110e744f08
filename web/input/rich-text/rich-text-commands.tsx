import {
  BoldOutlined,
  ClearOutlined,
  ItalicOutlined,
  LineOutlined,
  LinkOutlined,
  OrderedListOutlined,
  PictureOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  TableOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import type { ChainedCommands, Editor } from '@tiptap/react';
import type { ReactNode } from 'react';
import type { Text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { richTextEditorTexts as texts } from './rich-text-editor-texts.ts';

/** A button of the toolbar. */
export interface RichTextCommand {
  readonly name: string;
  readonly label: Text;
  readonly keys?: string;
  readonly sign: ReactNode;
  /** Whether the selection has this format; a command without it is no toggle. */
  isOn?(editor: Editor): boolean;
  /** The editor command. Buttons without one open something, which the toolbar does. */
  run?(chain: ChainedCommands): ChainedCommands;
}

const heading = (level: 2 | 3 | 4): RichTextCommand => ({
  name: `h${level}`,
  label: texts[`h${level}`],
  keys: `Ctrl+Alt+${level}`,
  sign: `H${level - 1}`,
  isOn: (editor) => editor.isActive('heading', { level }),
  run: (chain) => chain.toggleHeading({ level }),
});

const quoteMark = (
  <svg viewBox="0 0 24 24" width="1em" height="1em" fill="currentColor" aria-hidden="true">
    <path d="M4 17h4l2-4V7H4v6h3zm10 0h4l2-4V7h-6v6h3z" />
  </svg>
);

/** Commands on the text, in the groups of the toolbar. */
export const richTextCommands: readonly (readonly RichTextCommand[])[] = [
  [heading(2), heading(3), heading(4)],
  [
    {
      name: 'bold',
      label: texts.bold,
      keys: 'Ctrl+B',
      sign: <BoldOutlined />,
      isOn: (editor) => editor.isActive('bold'),
      run: (chain) => chain.toggleBold(),
    },
    {
      name: 'italic',
      label: texts.italic,
      keys: 'Ctrl+I',
      sign: <ItalicOutlined />,
      isOn: (editor) => editor.isActive('italic'),
      run: (chain) => chain.toggleItalic(),
    },
    {
      name: 'underline',
      label: texts.underline,
      keys: 'Ctrl+U',
      sign: <UnderlineOutlined />,
      isOn: (editor) => editor.isActive('underline'),
      run: (chain) => chain.toggleUnderline(),
    },
    {
      name: 'strike',
      label: texts.strike,
      keys: 'Ctrl+Shift+S',
      sign: <StrikethroughOutlined />,
      isOn: (editor) => editor.isActive('strike'),
      run: (chain) => chain.toggleStrike(),
    },
  ],
  [
    {
      name: 'bulletList',
      label: texts.bulletList,
      keys: 'Ctrl+Shift+8',
      sign: <UnorderedListOutlined />,
      isOn: (editor) => editor.isActive('bulletList'),
      run: (chain) => chain.toggleBulletList(),
    },
    {
      name: 'orderedList',
      label: texts.orderedList,
      keys: 'Ctrl+Shift+7',
      sign: <OrderedListOutlined />,
      isOn: (editor) => editor.isActive('orderedList'),
      run: (chain) => chain.toggleOrderedList(),
    },
    {
      name: 'blockquote',
      label: texts.blockquote,
      keys: 'Ctrl+Shift+B',
      sign: quoteMark,
      isOn: (editor) => editor.isActive('blockquote'),
      run: (chain) => chain.toggleBlockquote(),
    },
  ],
  [
    { name: 'link', label: texts.link, sign: <LinkOutlined />, isOn: (editor) => editor.isActive('link') },
    { name: 'image', label: texts.image, sign: <PictureOutlined /> },
    {
      name: 'table',
      label: texts.table,
      sign: <TableOutlined />,
      run: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
    },
    { name: 'rule', label: texts.rule, sign: <LineOutlined />, run: (chain) => chain.setHorizontalRule() },
  ],
  [
    {
      name: 'clear',
      label: texts.clear,
      sign: <ClearOutlined />,
      run: (chain) => chain.unsetAllMarks().clearNodes(),
    },
    { name: 'undo', label: texts.undo, keys: 'Ctrl+Z', sign: <UndoOutlined />, run: (chain) => chain.undo() },
    { name: 'redo', label: texts.redo, keys: 'Ctrl+Y', sign: <RedoOutlined />, run: (chain) => chain.redo() },
  ],
];

const spoken = (name: string, label: Text, run: (chain: ChainedCommands) => ChainedCommands): RichTextCommand => ({
  name,
  label,
  sign: translate(label),
  run,
});

/** Commands on the table around the cursor. */
export const richTextTableCommands: readonly RichTextCommand[] = [
  spoken('row', texts.row, (chain) => chain.addRowAfter()),
  spoken('column', texts.column, (chain) => chain.addColumnAfter()),
  spoken('header', texts.header, (chain) => chain.toggleHeaderRow()),
  spoken('dropRow', texts.dropRow, (chain) => chain.deleteRow()),
  spoken('dropColumn', texts.dropColumn, (chain) => chain.deleteColumn()),
  spoken('dropTable', texts.dropTable, (chain) => chain.deleteTable()),
];
