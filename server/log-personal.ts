/** A mobile (also with 86 before it) or an ID number, alone or among other words. */
const personal = /(?<!\d)(?:86)?1[3-9]\d{9}(?!\d)|(?<!\d)\d{17}[\dXx](?!\w)/;

/**
 * `/x?who=13800001111&page=1` → `/x?who=[personal]&page=1`: numbers of persons stay out of the log whatever parameter
 * they come in. Our own pages put none into an address; other clients may.
 */
export function withoutPersonalNumbers(url: string): string {
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
