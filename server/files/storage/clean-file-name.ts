/** Maximum number of characters of a stored name (specification §9). */
const longestName = 100;

/** The name of an uploaded file: the last part of the path, without control characters, at most 100 characters. */
export function cleanFileName(name: string): string {
  const base = (name.split(/[/\\]/).at(-1) ?? '')
    .normalize('NFC')
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, '')
    .trim();
  const characters = [...base];
  if (characters.length <= longestName) return base;
  const suffix = /\.[^.]{1,8}$/.exec(base)?.[0] ?? '';
  return characters.slice(0, longestName - suffix.length).join('') + suffix;
}

/** The extension of a name in lower case without dot; `file` if it has none or an unusual one. */
export function suffixOf(name: string): string {
  const suffix = /\.([a-z\d]{1,8})$/i.exec(name)?.[1];
  return suffix ? suffix.toLowerCase() : 'file';
}
