/** 第三十五条, 35条, or up to three digits at the end after a name, as in 旅游法 35. */
const articleNumber = /第?\s?[\d〇零一二两三四五六七八九十百千]+\s?条|[\s\u4e00-\u9fff]\d{1,3}(?:-\d{1,2})?$/;

/** Whether a search of laws names an article, so that it is answered with articles. */
export const isSearchForArticleNumber = (typed: string): boolean => articleNumber.test(typed.normalize('NFKC'));
