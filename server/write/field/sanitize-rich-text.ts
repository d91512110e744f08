import sanitizeHtml from 'sanitize-html';
import {
  isAttributeValue,
  isBlankRichText,
  richTextDepth,
  richTextElements,
  richTextLink,
  richTextSynonyms,
} from '#kernel/text/rich-text.ts';

type Attributes = Readonly<Record<string, string>>;

/** Allowed attributes with their allowed values; other attributes are removed later. */
const allowedOf = (attributes: Attributes) =>
  Object.fromEntries(Object.entries(attributes).filter(([name, value]) => isAttributeValue(name, value)));

/** A disallowed element is removed, its text stays. */
const none = { tagName: 'span', attribs: {} };

const allowed: sanitizeHtml.IOptions = {
  allowedTags: Object.keys(richTextElements),
  allowedAttributes: Object.fromEntries(Object.entries(richTextElements).map(([name, list]) => [name, [...list]])),
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nestingLimit: richTextDepth,
  transformTags: {
    ...Object.fromEntries(Object.entries(richTextSynonyms).map(([name, meant]) => [name, meant])),
    '*': (tagName, attributes) => ({ tagName, attribs: allowedOf(attributes) }),
    a: (tagName, attributes) => {
      const attribs = allowedOf(attributes);
      return attribs.href === undefined ? none : { tagName, attribs: { ...attribs, ...richTextLink } };
    },
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs.src === undefined,
};

/** Sanitises rich text by an allow-list (domain reference §0.1). Visually empty content becomes ''. */
export function sanitizeRichText(html: string): string {
  // in the notation of browsers; brackets of the text are already escaped
  const clean = sanitizeHtml(html, allowed).replaceAll(' />', '>');
  return isBlankRichText(clean) ? '' : clean;
}
