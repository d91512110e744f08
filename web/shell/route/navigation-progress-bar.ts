/**
 * The bar of specification §9: its least visible part, and the duration of a step and the pause between steps in ms.
 */
const least = 0.08;
const speed = 200;
const trickle = 800;

let bar: HTMLElement | undefined;
let part = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function reach(to: number): void {
  part = to;
  if (bar) bar.style.transform = `scaleX(${part})`;
}

/** Starts at the left edge and advances ever more slowly. */
export function startNavigationProgressBar(): void {
  if (bar) return;
  bar = document.body.appendChild(document.createElement('div'));
  bar.className = 'xj-progress';
  bar.ariaHidden = 'true';
  reach(least); // From nothing, as the style of its first frame; measuring it would force another layout.
  timer = setInterval(() => reach(part + (1 - part) * 0.15), trickle);
}

/** Runs to the right edge and fades out. */
export function finishNavigationProgressBar(): void {
  const ended = bar;
  if (!ended) return;
  clearInterval(timer);
  reach(1);
  bar = undefined;
  setTimeout(() => {
    ended.style.opacity = '0';
    setTimeout(() => ended.remove(), speed);
  }, speed);
}
