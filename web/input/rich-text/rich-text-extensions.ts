import { Image } from '@tiptap/extension-image';
import { Link } from '@tiptap/extension-link';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { StarterKit } from '@tiptap/starter-kit';
import { isLinkAddress, isPictureAddress, richTextLink } from '#kernel/text/rich-text.ts';

/** Spans of table cells without their style: widths and alignment are the reader's. */
const spans = { colspan: { default: 1 }, rowspan: { default: 1 } };

/** A link, checked by the same rule as on the server. */
const CheckedLink = Link.extend({
  addAttributes: () => ({
    href: { default: null },
    target: { default: richTextLink.target, parseHTML: () => richTextLink.target },
    rel: { default: richTextLink.rel, parseHTML: () => richTextLink.rel },
  }),
}).configure({
  openOnClick: false,
  defaultProtocol: 'https',
  HTMLAttributes: richTextLink,
  isAllowedUri: isLinkAddress,
});

/** A picture of this platform with its description. */
const Picture = Image.extend({
  addAttributes: () => ({ src: { default: null }, alt: { default: '' } }),
  parseHTML: () => [
    { tag: 'img[src]', getAttrs: (node) => (isPictureAddress(node.getAttribute('src') ?? '') ? null : false) },
  ],
});

/** A table as it is stored: without the widths of columns. */
const PlainTable = Table.extend({
  renderHTML: () => ['table', ['tbody', 0]],
  addKeyboardShortcuts() {
    return {
      ...this.parent?.(),
      // Tab in the last cell leaves the table: it must not trap the focus.
      Tab: () => this.editor.commands.goToNextCell(),
    };
  },
});

/** The extensions of the editor: exactly the elements of `richTextElements` in the kernel. */
export const richTextExtensions = [
  StarterKit.configure({ heading: { levels: [2, 3, 4] }, code: false, codeBlock: false, link: false }),
  CheckedLink,
  Picture,
  PlainTable,
  TableRow,
  TableHeader.extend({ addAttributes: () => spans }),
  TableCell.extend({ addAttributes: () => spans }),
];

/** HTML of a document as it is stored, without the empty last paragraph that the editor adds to type in. */
export const trimTrailingParagraphs = (html: string): string => html.replace(/(<p><\/p>)+$/, '');
