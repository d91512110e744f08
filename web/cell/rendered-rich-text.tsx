import { createElement, type ReactNode } from 'react';
import {
  isAttributeValue,
  isRichTextElement,
  type RichTextElement,
  richTextDepth,
  richTextElements,
  richTextLink,
} from '#kernel/text/rich-text.ts';
import { fileCdnUrl } from '#web/session/file-cdn-url.ts';
import './style/rich-text.css';

/** Attributes that React names otherwise. */
const properties: Readonly<Record<string, string>> = { colspan: 'colSpan', rowspan: 'rowSpan' };

const empty: ReadonlySet<RichTextElement> = new Set(['br', 'hr', 'img']);

/**
 * Renders rich text without trusting its markup: it is parsed where nothing runs or loads, and only the elements and
 * attributes of the list are created.
 */
export function RichText({ html }: { html: string }) {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return <div className="xj-rich">{drawInside(body, 0)}</div>;
}

const drawInside = (element: Element, depth: number): ReactNode[] =>
  [...element.childNodes].map((node, at) => draw(node, at, depth));

function draw(node: ChildNode, key: number, depth: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element) || depth > richTextDepth) return null;
  const name = node.localName;
  if (/^(script|style|template|noscript|iframe|object|svg|math)$/.test(name)) return null;
  if (!isRichTextElement(name)) return drawInside(node, depth + 1);
  const given: Record<string, unknown> = { key };
  for (const attribute of richTextElements[name]) {
    const value = node.getAttribute(attribute);
    if (value !== null && isAttributeValue(attribute, value)) given[properties[attribute] ?? attribute] = value;
  }
  if (name === 'a' && given.href !== undefined) Object.assign(given, richTextLink);
  if (name === 'img') {
    if (given.src === undefined) return null;
    Object.assign(given, { src: fileCdnUrl(String(given.src)), alt: given.alt ?? '', loading: 'lazy' });
  }
  if (empty.has(name)) return createElement(name, given);
  // White space between rows and cells is dropped: React refuses it there.
  const inside = /^(table|tbody|tr|ul|ol)$/.test(name)
    ? [...node.children].map((child, at) => draw(child, at, depth + 1))
    : drawInside(node, depth + 1);
  if (name !== 'table') return createElement(name, given, ...inside);
  return (
    <div key={key} className="xj-rich-wide">
      {createElement(name, {}, ...inside)}
    </div>
  );
}
