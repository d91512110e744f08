import { createContext, type ReactNode, useContext } from 'react';

/** A file that can be viewed, with the label of its field. */
export interface ViewableFile {
  readonly url: string;
  readonly label: string;
}

export interface ViewableFilesOfRecord {
  /** The files of the record that can be viewed, in the order of their fields. */
  readonly files: readonly ViewableFile[];
  /** Shown beside a picture for comparison: the fields of the record. */
  readonly comparison?: ReactNode;
}

/** The files of the record that a picture belongs to. Its viewer steps through them, beside the fields. */
export const ViewableFilesOfRecordContext = createContext<ViewableFilesOfRecord | null>(null);

export const useViewableFilesOfRecord = (): ViewableFilesOfRecord | null => useContext(ViewableFilesOfRecordContext);

/** Whether a browser can display a file: a picture, or a PDF in a frame. */
export const isViewableInBrowser = (url: string): boolean => /\.(jpe?g|png|gif|webp|avif|pdf)$/i.test(url);
