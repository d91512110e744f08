import { createHash } from 'node:crypto';
import type { MessageKind } from '../../contract/wechat-message-received.ts';
import type { FollowerAction } from '../reply/choose-automatic-reply-matching-follower-action.ts';
import { type CallbackElements, CallbackFormatError } from './parse-callback-xml.ts';

/** A message or event of a follower, as it is stored and answered. */
export interface IncomingMessage {
  readonly openid: string;
  /** The original ID of the account. */
  readonly to: string;
  /** The same for each time that WeChat sends it. */
  readonly key: string;
  readonly kind: MessageKind;
  /** What it says, in one line for the log. */
  readonly content: string;
  /** The event in lower case; null: it is a message. */
  readonly event: string | null;
  readonly scene: string | null;
  /** How a template message ended, by its ID. */
  readonly templateResult: { readonly id: string; readonly status: string } | null;
  /** What replies depend on. Null: nothing that is answered. */
  readonly incoming: FollowerAction | null;
}

const maxContent = 2048;

/** The event that a follower caused by a button; null: another event. */
function incomingOfEvent(event: string, key: string, elements: CallbackElements): FollowerAction | null {
  switch (event) {
    case 'subscribe':
      return { type: 'subscribe', scene: key === '' ? null : key.replace(/^qrscene_/, '') };
    case 'scan':
      return { type: 'scan', scene: key };
    case 'click':
    case 'pic_sysphoto':
    case 'pic_photo_or_album':
    case 'pic_weixin':
    case 'location_select':
      return { type: 'click', key };
    case 'scancode_waitmsg':
      return { type: 'click', key, scanned: elements['ScanCodeInfo.ScanResult'] ?? '' };
    default:
      return null;
  }
}

/** Messages have an ID; events are identified by sender, type and time, as WeChat documents. */
function keyOf(elements: CallbackElements, event: string | null): string {
  const { MsgId: id, FromUserName: from = '', CreateTime: at = '', EventKey: key = '' } = elements;
  if (event === null && id && /^\d{1,24}$/.test(id)) return id;
  return createHash('sha256')
    .update([from, at, event, key, elements.MsgID].join('\n'))
    .digest('base64url')
    .slice(0, 27);
}

/** Kinds of messages by the names of WeChat; one that came later is stored as a link. */
const kinds: Readonly<Partial<Record<string, MessageKind>>> = {
  text: 'text',
  image: 'image',
  voice: 'voice',
  video: 'video',
  shortvideo: 'video',
  location: 'location',
  link: 'link',
};

const kindOf = (event: string | null, type: string): MessageKind =>
  event === null ? (kinds[type] ?? 'link') : 'event';

/** @throws CallbackFormatError */
export function incomingMessageFromXmlElements(elements: CallbackElements): IncomingMessage {
  const { FromUserName: openid = '', ToUserName: to = '', MsgType: type = '', EventKey: eventKey = '' } = elements;
  if (!/^[\w-]{1,64}$/.test(openid)) throw new CallbackFormatError('no sender');
  const event = type === 'event' ? (elements.Event ?? '').toLowerCase() : null;
  if (event === '' || (event === null && type === '')) throw new CallbackFormatError('no type');
  const written = (elements.Content ?? elements.Recognition ?? '')
    .toWellFormed()
    .replaceAll('\0', '')
    .slice(0, maxContent);
  const about = [elements.Label, elements.Title, elements.ScanResult].find(Boolean) ?? '';
  const named = event === null ? written || about || type : [event, eventKey].filter(Boolean).join(' ');
  return {
    openid,
    to,
    key: keyOf(elements, event),
    kind: kindOf(event, type),
    content: named.toWellFormed().replaceAll('\0', '').slice(0, maxContent),
    event,
    scene: event === 'subscribe' && eventKey ? eventKey.replace(/^qrscene_/, '').slice(0, 128) : null,
    templateResult:
      event === 'templatesendjobfinish' && elements.MsgID
        ? { id: elements.MsgID, status: elements.Status ?? '' }
        : null,
    incoming:
      event === null
        ? written.trim() === ''
          ? { type: 'other' }
          : { type: 'text', text: written }
        : incomingOfEvent(event, eventKey, elements),
  };
}
