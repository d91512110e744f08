import { type RefObject, useEffect, useState } from 'react';

/** Whether an element has been in the viewport. */
export function useHasBeenInView(element: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || !element.current) return undefined;
    const watch = new IntersectionObserver((entries) => {
      if (entries.some((one) => one.isIntersecting)) setSeen(true);
    });
    watch.observe(element.current);
    return () => watch.disconnect();
  }, [seen, element]);
  return seen;
}
