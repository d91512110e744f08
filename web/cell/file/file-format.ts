/** Whether a stored file is a PDF, which browsers show. */
export const isPdf = (url: string): boolean => /\.pdf$/i.test(url);

/**
 * The format of a stored file that is no picture: electronic licences come as PDF or as OFD (GB/T 33190) where a picture of
 * the paper one is as good. No browser shows OFD: it is saved, and opened by a reader of its own.
 */
export const documentFileFormat = (url: string): string | undefined => /\.(pdf|ofd)$/i.exec(url)?.[1]?.toUpperCase();
