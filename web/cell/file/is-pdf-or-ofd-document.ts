/** Whether a stored file is a PDF, which browsers can display. */
export const isPdf = (url: string): boolean => /\.pdf$/i.test(url);

/**
 * The format of a stored document, `PDF` or `OFD` (GB/T 33190, used for electronic licences); undefined for pictures.
 * Browsers cannot display OFD: it is downloaded and opened in a reader.
 */
export const pdfOrOfdFormatOf = (url: string): string | undefined => /\.(pdf|ofd)$/i.exec(url)?.[1]?.toUpperCase();
