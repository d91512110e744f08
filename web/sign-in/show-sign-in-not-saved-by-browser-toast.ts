import { text } from '#kernel/text/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { translate } from '#web/i18n/locale.ts';

const notStored = text(
  '浏览器未能保存登录：刷新或关闭页面后需要重新登录。请在浏览器设置中允许本站保存数据，或清理存储空间。',
  'The browser could not save your sign-in: you will need to sign in again after refreshing or closing the page. Allow this site to store data in the browser settings, or free up storage.',
);

/** Shows a toast after sign-in when the browser stores nothing. */
export const showSignInNotSavedByBrowserToast = (): unknown => toast.info(translate(notStored));
