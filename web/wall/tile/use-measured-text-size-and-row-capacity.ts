import { useEffect, useState } from 'react';

/** Text size inside an element, in px. */
export function useMeasuredTextSize(element: HTMLElement | null): number {
  const [size, setSize] = useState(16);
  useEffect(() => {
    if (!element) return undefined;
    const measure = () => setSize(Math.round(Number.parseFloat(getComputedStyle(element).fontSize) * 2) / 2 || 16);
    measure();
    const watched = new ResizeObserver(measure);
    watched.observe(element);
    return () => watched.disconnect();
  }, [element]);
  return size;
}

/** How many rows of a height in px fit into an element. */
export function useRowCapacity(element: HTMLElement | null, rowHeight: number): number {
  const [rows, setRows] = useState(0);
  useEffect(() => {
    if (!element) return undefined;
    const measure = () => setRows(Math.max(1, Math.floor((element.clientHeight + 1) / rowHeight)));
    measure();
    const watched = new ResizeObserver(measure);
    watched.observe(element);
    return () => watched.disconnect();
  }, [element, rowHeight]);
  return rows;
}
