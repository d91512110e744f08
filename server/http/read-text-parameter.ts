/** A text of a request, trimmed and cut to so many characters; anything but a text is an empty one. */
export const readTextParameter = (value: unknown, max: number): string =>
  typeof value === 'string' ? value.normalize('NFC').trim().slice(0, max) : '';
