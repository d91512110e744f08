/** A mobile number (also with the prefix 86) or an identity number, alone or within a text. */
const personal = /(?<!\d)(?:86)?1[3-9]\d{9}(?!\d)|(?<!\d)\d{17}[\dXx](?!\w)/;

/**
 * `/x?who=13800001111&page=1` → `/x?who=[personal]&page=1`: removes personal numbers from a URL, in whatever parameter
 * they are. Our own pages put none into URLs; other clients may.
 */
export function urlWithoutPersonalNumbers(url: string): string {
  const start = url.indexOf('?');
  if (start < 0) return url;
  const parameters = url.slice(start + 1).split('&');
  const shown = parameters.map((parameter) =>
    personal.test(decode(parameter).replaceAll(/[\s+-]/g, '')) ? `${parameter.split('=', 1)[0]}=[personal]` : parameter,
  );
  return `${url.slice(0, start)}?${shown.join('&')}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
