import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import './feedback.css';

type Tone = 'success' | 'error' | 'info';

const texts = {
  success: text('成功', 'Success'),
  error: text('出错', 'Error'),
  info: text('提示', 'Note'),
  close: text('关闭', 'Close'),
  undo: text('撤销', 'Undo'),
};

/** How long a message is shown, in ms. Errors stay long enough to be read twice. */
const stay: Readonly<Record<Tone, number>> = { success: 3000, info: 4000, error: 7000 };

const marks: Readonly<Record<Tone, string>> = { success: '✓', error: '!', info: 'i' };

const most = 4;

function region(): HTMLElement {
  const existing = document.getElementById('xj-toasts');
  if (existing) return existing;
  const made = document.createElement('div');
  made.id = 'xj-toasts';
  made.className = 'xj-toasts';
  made.setAttribute('aria-live', 'polite');
  document.body.append(made);
  return made;
}

interface ToastAction {
  label: string;
  run: () => void;
}

interface ToastOptions {
  detail?: string;
  action?: ToastAction;
  /** In ms; 0 shows it until it is closed. */
  duration?: number;
}

/** Shows a message and returns how to remove it. The same text twice is one message. */
function show(tone: Tone, message: string, { detail, action, duration = stay[tone] }: ToastOptions): () => void {
  const place = region();
  const key = `${tone}:${message}`;
  for (const shown of place.querySelectorAll<HTMLElement>('.xj-toast')) if (shown.dataset.key === key) shown.remove();
  while (place.childElementCount >= most) place.firstElementChild?.remove();

  const item = document.createElement('div');
  item.className = 'xj-toast';
  item.dataset.tone = tone;
  item.dataset.key = key;
  item.setAttribute('role', tone === 'error' ? 'alert' : 'status');
  const mark = element('span', 'xj-toast-mark', marks[tone]);
  mark.setAttribute('aria-label', translate(texts[tone]));
  mark.setAttribute('role', 'img');
  const body = element('div', 'xj-toast-body', message);
  if (detail) body.append(element('small', 'xj-toast-detail', detail));
  item.append(mark, body);

  let timer: ReturnType<typeof setTimeout> | undefined;
  const remove = (): void => {
    clearTimeout(timer);
    item.remove();
  };
  const wait = (): void => {
    if (duration > 0) timer = setTimeout(remove, duration);
  };
  if (action) {
    const button = element('button', 'xj-toast-action', action.label);
    button.addEventListener('click', () => {
      remove();
      action.run();
    });
    item.append(button);
  }
  const close = element('button', 'xj-toast-close', '×');
  close.setAttribute('aria-label', translate(texts.close));
  close.addEventListener('click', remove);
  item.append(close);
  item.addEventListener('pointerenter', () => clearTimeout(timer));
  item.addEventListener('pointerleave', wait);
  place.append(item);
  wait();
  return remove;
}

function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  content: string,
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = content;
  if (made instanceof HTMLButtonElement) made.type = 'button';
  return made;
}

/** How long an action can be undone, in ms. */
const undoTime = 8000;

/** Short messages at the edge of the page. They never take the focus. */
export const toast = {
  success: (message: string, detail?: string): (() => void) => show('success', message, detail ? { detail } : {}),
  error: (message: string, detail?: string): (() => void) => show('error', message, detail ? { detail } : {}),
  info: (message: string, options: ToastOptions = {}): (() => void) => show('info', message, options),
  /** For an action that can be undone for 8 s. */
  undo: (message: string, undo: () => void): (() => void) =>
    show('success', message, { action: { label: translate(texts.undo), run: undo }, duration: undoTime }),
};
