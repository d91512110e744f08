/** Scrolls to an element once it is drawn, and focuses it. Returns a function that cancels this. */
export function focusElementWhenDrawn(id: string): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      const element = document.getElementById(id);
      element?.scrollIntoView({ block: 'nearest' });
      element?.focus({ preventScroll: true });
    });
  });
  return () => cancelAnimationFrame(frame);
}
