/** Whether a stored file is a PDF: electronic licences come as such where a picture of the paper one is as good. */
export const isPdf = (url: string): boolean => /\.pdf$/i.test(url);
