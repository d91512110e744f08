/** The category by which people look for files: `image`, `document`, `sheet`, `video`, `audio`, `archive`, `other`. */
export function fileCategoryOf(mimetype: string): string {
  const [group = ''] = mimetype.split('/');
  if (group === 'image' || group === 'video' || group === 'audio') return group;
  if (/spreadsheet|ms-excel|csv/.test(mimetype)) return 'sheet';
  if (group === 'text' || /pdf|msword|officedocument|ms-powerpoint|rtf/.test(mimetype)) return 'document';
  return /zip|rar|7z|tar|compressed/.test(mimetype) ? 'archive' : 'other';
}
