import { type DragEvent, useState } from 'react';

/**
 * What makes an element take files that are dropped on it; `data-over` while some are held above. The button inside it
 * does the same by keyboard.
 *
 * @param open whether it takes any now
 */
export function useDropZone(take: (files: FileList) => void, open = true) {
  const [over, setOver] = useState(false);
  return {
    'data-over': over || undefined,
    onDragOver(event: DragEvent) {
      event.preventDefault();
      if (open) setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setOver(false);
      if (open) take(event.dataTransfer.files);
    },
  };
}
