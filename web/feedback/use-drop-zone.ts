import { type DragEvent, useState } from 'react';

/**
 * Props that make an element accept dropped files; it has `data-over` while files are dragged over it. A button inside
 * it must offer the same by keyboard.
 *
 * @param open whether it accepts files now
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
