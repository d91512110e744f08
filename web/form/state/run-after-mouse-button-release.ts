let pressed = false;

if (typeof document !== 'undefined') {
  const released = () => {
    pressed = false;
  };
  document.addEventListener('mousedown', () => (pressed = true), true);
  for (const end of ['mouseup', 'dragend', 'pointercancel'] as const) document.addEventListener(end, released, true);
  window.addEventListener('blur', released);
}

/**
 * Runs `then` when the pressed mouse button is released, or at once if none is pressed. A message that appears between
 * press and release would move what is below it away from the pointer, and the click would be lost.
 */
export function runAfterMouseButtonRelease(then: () => void): void {
  if (!pressed) {
    then();
    return;
  }
  const ends = ['mouseup', 'dragend', 'pointercancel'] as const;
  const released = () => {
    for (const end of ends) document.removeEventListener(end, released, true);
    window.removeEventListener('blur', released);
    // the click event follows the release, and its listeners see the page as it was pressed
    setTimeout(then);
  };
  for (const end of ends) document.addEventListener(end, released, true);
  window.addEventListener('blur', released);
}
