/**
 * A text parameter of a request, trimmed and cut to a number of characters. Anything but a text becomes an empty one.
 */
export const readTextParameter = (value: unknown, max: number): string =>
  typeof value === 'string' ? value.normalize('NFC').trim().slice(0, max) : '';
