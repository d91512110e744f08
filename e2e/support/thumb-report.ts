import type { Page } from 'playwright-core';

/** How much wider than the screen a page is, and which controls are too small for a thumb. */
export interface ThumbReport {
  readonly wider: number;
  readonly small: readonly string[];
}

/** Measures the whole target of each control: with its label or box, and its extended area. */
export const thumbReport = (page: Page): Promise<ThumbReport> =>
  page.evaluate(() => {
    const controls =
      'button,a[href],input:not([type=hidden]),textarea,summary,[role=tab],[role=switch],[role=menuitem],[role=combobox]';
    const boxes =
      '.ant-tabs-tab, .ant-select, .ant-picker, .ant-input-affix-wrapper, .ant-input-number, .ant-input-search';
    const least = 43.5;
    const small = new Set<string>();
    for (const control of document.querySelectorAll<HTMLElement>(controls)) {
      const style = getComputedStyle(control);
      const inSentence = control.tagName === 'A' && style.display === 'inline';
      if (inSentence || control.closest('[inert], [aria-hidden=true]') || style.visibility === 'hidden') continue;
      // past days of a calendar are not pressed
      if (control.matches(':disabled')) continue;
      const box = (control.closest('label') ?? control.closest(boxes) ?? control).getBoundingClientRect();
      const away = box.width === 0 || box.height === 0 || box.bottom <= 0;
      if (away || style.opacity === '0') continue;
      const around = getComputedStyle(control, '::after');
      const laid = around.content !== 'none' && around.position === 'absolute';
      const height = Math.max(box.height, laid ? Number.parseFloat(around.height) || 0 : 0);
      if (height >= least) continue;
      const label = (control.getAttribute('aria-label') ?? control.textContent ?? '').trim().slice(0, 20);
      small.add(`${control.tagName.toLowerCase()}.${control.className} “${label}” ${Math.round(height)} px high`);
    }
    // below this size a phone zooms in on a focused field
    const typed = 'input:not([type=hidden], [type=checkbox], [type=radio], [type=file]), textarea, select';
    for (const input of document.querySelectorAll<HTMLElement>(typed)) {
      const { fontSize, opacity } = getComputedStyle(input);
      const { width } = input.getBoundingClientRect();
      if (width > 1 && opacity !== '0' && Number.parseFloat(fontSize) < 16)
        small.add(`${input.tagName.toLowerCase()}#${input.id}.${input.className} is typed into ${fontSize}`);
    }
    // a sheet clips wide content, so the page does not get wider
    for (const input of document.querySelectorAll('.xj-form-field > *')) {
      const { right } = input.getBoundingClientRect();
      if (right > window.innerWidth + 1) small.add(`${input.className} ends ${Math.round(right)} px from the left`);
    }
    for (const title of document.querySelectorAll('.ant-drawer-title')) {
      const { width } = title.getBoundingClientRect();
      if (width < 160) small.add(`the title “${title.textContent}” has ${Math.round(width)} px`);
    }
    return { wider: document.documentElement.scrollWidth - window.innerWidth, small: [...small] };
  });
