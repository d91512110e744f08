import { text } from '#kernel/text/text.ts';

/** What a button of a menu does (domain reference §2.S), by the names that the API of WeChat uses. */
export const buttonKinds = {
  click: text('自动回复', 'Automatic reply'),
  view: text('打开网页', 'Open a page'),
  miniprogram: text('打开小程序', 'Open a mini program'),
  scancode_push: text('扫码', 'Scan a code'),
  scancode_waitmsg: text('扫码后回复', 'Scan a code and reply'),
  pic_sysphoto: text('拍照发图', 'Take a photo'),
  pic_photo_or_album: text('拍照或相册发图', 'Photo or album'),
  pic_weixin: text('相册发图', 'Album'),
  location_select: text('发送位置', 'Send a location'),
  media_id: text('下发素材', 'Send material'),
  view_limited: text('打开图文素材', 'Open an article of WeChat'),
};
export type ButtonKind = keyof typeof buttonKinds;

export const buttonLevels = { top: text('一级菜单', 'Top'), sub: text('子菜单', 'Below it') };

/** Which further field a kind needs. */
export const buttonFieldOfKind: Readonly<Record<ButtonKind, 'event_key' | 'url' | 'app_id' | 'media_id'>> = {
  click: 'event_key',
  view: 'url',
  miniprogram: 'app_id',
  scancode_push: 'event_key',
  scancode_waitmsg: 'event_key',
  pic_sysphoto: 'event_key',
  pic_photo_or_album: 'event_key',
  pic_weixin: 'event_key',
  location_select: 'event_key',
  media_id: 'media_id',
  view_limited: 'media_id',
};

/** Numbers of buttons, and bytes of their texts in UTF-8. */
export const menuLimits = { top: 3, sub: 5, topName: 16, subName: 40, key: 128, url: 256 } as const;
