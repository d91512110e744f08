/** Scrolls to an element of the next drawing and focuses it. The result cancels that. */
export function focusWhenDrawn(id: string): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      const element = document.getElementById(id);
      element?.scrollIntoView({ block: 'nearest' });
      element?.focus({ preventScroll: true });
    });
  });
  return () => cancelAnimationFrame(frame);
}
