import { createContext, type ReactNode, useContext } from 'react';

/** A file that is looked at, by what it is. */
export interface ViewedFile {
  readonly url: string;
  readonly label: string;
}

export interface FileViewer {
  /** Everything of the record that can be looked at, in the order of its fields. */
  readonly files: readonly ViewedFile[];
  /** What is read beside a picture, to compare. */
  readonly comparison?: ReactNode;
}

/** What a picture stands among, where it belongs to a record: its viewer goes on to the others, beside the fields. */
export const FileViewerContext = createContext<FileViewer | null>(null);

export const useFileViewer = (): FileViewer | null => useContext(FileViewerContext);

/** What a browser shows: pictures, and PDF in a frame of its own. */
export const isViewable = (url: string): boolean => /\.(jpe?g|png|gif|webp|avif|pdf)$/i.test(url);
