import { writeHost } from '#server/http/connection/full-url.ts';

/** A rule as the boot call sends it (wire contract §2.6). */
export interface MenuRule {
  id: number;
  pid: number;
  type: string;
  title: string;
  name: string;
  path: string;
  icon: string;
  menu_type: string | null;
  url: string;
  component: string;
  keepalive: string | 0;
  extend: string;
  /** What ours is called and where it lies, where clients of the family know the page by another name. */
  own?: Pick<MenuRule, 'name' | 'path'>;
  children?: MenuRule[];
}

/** Where the pages lie that a client of the family has of its own, by the path of their rule (wire contract §3). */
const views: Readonly<Record<string, string>> = {
  dashboard: 'dashboard',
  'routine/adminInfo': 'routine/adminInfo',
  ...Object.fromEntries(
    [
      'auth/admin',
      'auth/group',
      'auth/menu',
      'auth/adminLog',
      'user/user',
      'user/group',
      'user/rule',
      'user/moneyLog',
      'user/scoreLog',
      'routine/config',
      'routine/attachment',
      'security/dataRecycle',
      'security/dataRecycleLog',
      'security/sensitiveData',
      'security/sensitiveDataLog',
    ].map((path) => [path, `${path}/index`]),
  ),
};

/**
 * Pages that such a client has under another name than ours: it opens them from its menu, by addresses and by nodes it has
 * built in. Ours draws the screen that `own` names.
 */
const stockNames: Readonly<Record<string, string>> = { 'system/setting': 'routine/config' };

const stockName = (name: string): string | undefined => {
  const [ours, stock] = Object.entries(stockNames).find(([one]) => name === one || name.startsWith(`${one}/`)) ?? [];
  return stock && stock + name.slice(ours?.length);
};

/** What draws a rule of ours; no other rule says so. */
const isOurs = ({ component }: Pick<MenuRule, 'component'>) => component === 'resource' || component === 'screen';

/**
 * Stands for the host of this server in addresses of the boot answer: a client of the family is served from elsewhere,
 * so that they cannot be relative. Reserved for what is no host (RFC 2606).
 */
const anyHost = '//host.invalid';

/**
 * A rule as a client of the family can follow it (wire contract §2.6). It draws pages by view files of its own, and goes
 * back to the dashboard where it has none. So pages it knows by their path carry its file, and all others are frames
 * with a sentence that leads to our own screen. Our client draws its rules by their names, and knows them by
 * `component`: a rule made into a frame by an administrator says it no more.
 */
export function toStockClientRule<R extends Omit<MenuRule, 'keepalive'>>(rule: R): R {
  const { name, path } = rule;
  const stock = stockName(name);
  if (!stock) return asOpened(rule);
  return { ...asOpened({ ...rule, name: stock, path: stockName(path) ?? path }), own: { name, path } };
}

function asOpened<R extends Omit<MenuRule, 'keepalive'>>(rule: R): R {
  if (rule.type !== 'menu' || !isOurs(rule)) return rule;
  if (rule.menu_type === 'iframe') return { ...rule, component: '' };
  if (rule.menu_type === 'link') return { ...rule, url: rule.url.replace(/^\/(?!\/)/, `${anyHost}/`) };
  const view = views[rule.path];
  return view
    ? { ...rule, component: `/src/views/backend/${view}.vue` }
    : { ...rule, menu_type: 'iframe', url: `${anyHost}/admin/index/elsewhere?server=1&page=${encodeURI(rule.path)}` };
}

/** A menu as text, with the host it is asked at in its addresses. */
export const withHost = (menus: string, host: string): string => writeHost(menus, anyHost, host);

/** What the frame of a page shows that a client of the family has no view for; in both languages, for it asks in none. */
export const stockClientPlaceholder = (page: string): string => `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>行鉴</title>
<style>body{margin:0;min-height:90vh;display:grid;place-content:center;text-align:center;font:16px/1.8 system-ui,sans-serif;color:#33413d}
a{display:inline-block;margin-top:1em;padding:.4em 1.4em;border-radius:6px;background:#2f7a6d;color:#fff;text-decoration:none}
@media(prefers-color-scheme:dark){body{color:#cfd8d5}}</style></head>
<body><p>此功能由行鉴自己的界面提供，当前客户端没有对应的页面。<br><span lang="en">This client has no page for it: it is a screen of Xingjian’s own.</span></p>
<p><a href="/admin/${page}" target="_blank" rel="noopener">打开 · <span lang="en">Open</span></a></p></body></html>
`;
