import type { ReplyMessage } from '../reply/reply-message-types.ts';

/** A text in XML, whatever it contains. */
const quoted = (value: string): string => `<![CDATA[${value.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

const element = (name: string, content: string): string => `<${name}>${content}</${name}>`;

function contentOf(message: ReplyMessage): string {
  switch (message.type) {
    case 'text':
      return element('MsgType', quoted('text')) + element('Content', quoted(message.content));
    case 'image':
      return element('MsgType', quoted('image')) + element('Image', element('MediaId', quoted(message.media_id)));
    case 'news':
      return (
        element('MsgType', quoted('news')) +
        element('ArticleCount', String(message.cards.length)) +
        element(
          'Articles',
          message.cards
            .map(({ title, description, picture, url }) =>
              element(
                'item',
                element('Title', quoted(title)) +
                  element('Description', quoted(description)) +
                  element('PicUrl', quoted(picture)) +
                  element('Url', quoted(url)),
              ),
            )
            .join(''),
        )
      );
    case 'transfer':
      return element('MsgType', quoted('transfer_customer_service'));
    case 'choices':
      throw new Error('choices are no answer to a callback');
  }
}

/** The answer to a message, by the names of WeChat. `from` is the account. */
export const writeReplyXml = (
  message: ReplyMessage,
  { from, to, at }: { readonly from: string; readonly to: string; readonly at: number },
): string =>
  element(
    'xml',
    element('ToUserName', quoted(to)) +
      element('FromUserName', quoted(from)) +
      element('CreateTime', String(at)) +
      contentOf(message),
  );

/** An encrypted answer with its signature. */
export const writeEncryptedXml = (one: {
  readonly encrypted: string;
  readonly signature: string;
  readonly timestamp: string;
  readonly nonce: string;
}): string =>
  element(
    'xml',
    element('Encrypt', quoted(one.encrypted)) +
      element('MsgSignature', quoted(one.signature)) +
      element('TimeStamp', one.timestamp) +
      element('Nonce', quoted(one.nonce)),
  );
