import { createContext, type ReactNode, useContext } from 'react';

/** A file that can be viewed, with the label of its field. */
export interface ViewedFile {
  readonly url: string;
  readonly label: string;
}

export interface FileViewer {
  /** The files of the record that can be viewed, in the order of their fields. */
  readonly files: readonly ViewedFile[];
  /** Shown beside a picture for comparison: the fields of the record. */
  readonly comparison?: ReactNode;
}

/** The files of the record that a picture belongs to. Its viewer steps through them, beside the fields. */
export const FileViewerContext = createContext<FileViewer | null>(null);

export const useFileViewer = (): FileViewer | null => useContext(FileViewerContext);

/** Whether a browser can display a file: a picture, or a PDF in a frame. */
export const isViewable = (url: string): boolean => /\.(jpe?g|png|gif|webp|avif|pdf)$/i.test(url);
