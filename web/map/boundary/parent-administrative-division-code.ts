/** The code of the parent division; undefined for the country. */
export function parentDivisionCode(code: string): string | undefined {
  if (code === '100000') return undefined;
  if (code.endsWith('0000')) return '100000';
  return code.endsWith('00') ? `${code.slice(0, 2)}0000` : `${code.slice(0, 4)}00`;
}

export const countryCode = '100000';
