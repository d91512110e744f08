import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import './feedback.css';

const texts = { loading: text('加载中', 'Loading') };

/** Fast calls should not make the page blink: the overlay appears after this long, in ms. */
const grace = 150;

let pending = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function cover(): void {
  if (document.getElementById('xj-overlay')) return;
  const veil = document.createElement('div');
  veil.id = 'xj-overlay';
  veil.className = 'xj-overlay';
  veil.setAttribute('role', 'status');
  const ring = document.createElement('span');
  ring.className = 'xj-ring';
  const label = document.createElement('span');
  label.className = 'xj-visually-hidden';
  label.textContent = translate(texts.loading);
  veil.append(ring, label);
  document.body.append(veil);
}

/** The blocking overlay: shown while any loading call or navigation is in progress. */
export const loadingOverlay = {
  begin(): void {
    pending += 1;
    if (pending === 1) timer = setTimeout(cover, grace);
  },
  end(): void {
    pending = Math.max(0, pending - 1);
    if (pending > 0) return;
    clearTimeout(timer);
    document.getElementById('xj-overlay')?.remove();
  },
};
