/**
 * Copies text to the clipboard. Browsers offer the clipboard on secure pages only; `execCommand` also works on an
 * intranet.
 */
export async function copyText(value: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(value);
  } catch {
    const area = Object.assign(document.createElement('textarea'), { value });
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
}
