import { useEffect } from 'react';
import { type Text, text } from '#kernel/text/text.ts';
import { usePublicSiteInfo } from '#web/boot/use-public-site-info.ts';
import { currentLocale } from '#web/i18n/locale.ts';

/** Titles of the routes that are not in the menu. */
export const pagesTitle: Readonly<Record<string, Text>> = {
  home: text('首页', 'Home'),
  admin: text('管理后台', 'Back office'),
  adminLogin: text('管理员登录', 'Administrator sign-in'),
  resetPassword: text('找回密码', 'Reset password'),
  userLogin: text('企业与会员登录', 'Member sign-in'),
  User: text('会员中心', 'Member centre'),
  notFound: text('页面不存在', 'Page not found'),
  noPower: text('没有权限', 'No permission'),
  Loading: text('加载中…', 'Loading…'),
  largeDataScreen: text('监管大屏', 'Wall screen'),
  carRental: text('汽车租赁', 'Car rental'),
  table: text('数据表', 'Data tables'),
};

/** Translates a title that begins with `pagesTitle.`; others stay as they are. */
export function translateTitle(meta: string): string {
  const key = /^pagesTitle\.(.+)$/.exec(meta)?.[1];
  return (key && pagesTitle[key]?.[currentLocale()]) ?? meta;
}

/** Title of the window: the page's, then the name of the site if it is known. */
export const documentTitle = (title: string, siteName?: string): string =>
  [title, siteName].filter(Boolean).join(' - ');

/** Sets the window's title while a page is shown. */
export function usePageTitle(meta: string): void {
  const site = usePublicSiteInfo();
  useEffect(() => {
    document.title = documentTitle(translateTitle(meta), site?.siteName);
  }, [meta, site?.siteName]);
}
