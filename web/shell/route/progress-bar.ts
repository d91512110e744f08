/** The bar of specification §9: how much of it is seen at least, and ms of a step and between two of them. */
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

/** Begins at the left edge, and creeps on without ever getting there. */
export function beginBar(): void {
  if (bar) return;
  bar = document.body.appendChild(document.createElement('div'));
  bar.className = 'xj-progress';
  bar.ariaHidden = 'true';
  reach(least); // from nothing, as the style of its first frame says: asking for its place would lay the page out once more
  timer = setInterval(() => reach(part + (1 - part) * 0.15), trickle);
}

/** Runs to the right edge, and fades. */
export function endBar(): void {
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
