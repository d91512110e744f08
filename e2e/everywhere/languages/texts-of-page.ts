import type { Page } from 'playwright-core';

/** Visible text and text for screen readers, each with its place. */
export const textsOf = (page: Page): Promise<[phrase: string, where: string][]> =>
  page.evaluate(() => {
    const seen = new Map<string, string>([[document.title, 'title']]);
    const language = document.documentElement.lang.slice(0, 2);
    /** Codes are not words, and elements marked with another language are intended. */
    const isApart = (one: Element) =>
      one.matches('script, style, code, kbd, pre, [translate=no], .xj-code, .maplibregl-ctrl-attrib') ||
      (one.hasAttribute('lang') && !one.getAttribute('lang')?.startsWith(language));
    const isShown = (one: Element) => one.checkVisibility() || getComputedStyle(one).display === 'contents';
    const note = (content: string | null | undefined, one: Element, how: string) => {
      const trimmed = content?.trim();
      if (trimmed && !seen.has(trimmed)) seen.set(trimmed, `${one.closest('[class]')?.className ?? ''} ${how}`);
    };
    const walk = (one: Element, aloud: boolean) => {
      if (isApart(one) || !isShown(one)) return;
      const heard = aloud && one.getAttribute('aria-hidden') !== 'true';
      for (const name of ['placeholder', 'title', 'alt', ...(heard ? ['aria-label', 'aria-description'] : [])])
        note(one.getAttribute(name), one, name);
      if (one instanceof HTMLInputElement && ['button', 'submit', 'file'].includes(one.type))
        note(one.value, one, 'value');
      // texts of the browser itself are in the language of the browser
      if (one instanceof HTMLInputElement && one.type === 'file' && one.offsetWidth > 1)
        note('Choose File 选择文件', one, 'bare');
      for (const node of one.childNodes) {
        if (node instanceof Element) walk(node, heard);
        else if (node.nodeType === Node.TEXT_NODE) note(node.textContent, one, 'text');
      }
    };
    walk(document.body, true);
    return [...seen];
  });

/** Texts in style sheets; our tables do not use the filters of the library. */
export const textsOfStyles = (page: Page): Promise<[phrase: string, where: string][]> =>
  page.evaluate(() =>
    [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .flatMap((rule) =>
        rule instanceof CSSStyleRule &&
        !rule.selectorText.includes('.ant-table-filter') &&
        /^"[^"]*\p{L}{2}/u.test(rule.style.content)
          ? [[rule.style.content.slice(1, -1), `style of ${rule.selectorText}`] as [string, string]]
          : [],
      ),
  );
