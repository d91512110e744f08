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
 * Does something once the button that is being pressed was let go, at once when none is. A line that appears between the
 * press and the release moves what stands below it away from the pointer, and the click is lost.
 */
export function afterPointerRelease(then: () => void): void {
  if (!pressed) {
    then();
    return;
  }
  const ends = ['mouseup', 'dragend', 'pointercancel'] as const;
  const released = () => {
    for (const end of ends) document.removeEventListener(end, released, true);
    window.removeEventListener('blur', released);
    // the click comes with the release, and what listens to it sees the page as it was pressed
    setTimeout(then);
  };
  for (const end of ends) document.addEventListener(end, released, true);
  window.addEventListener('blur', released);
}
