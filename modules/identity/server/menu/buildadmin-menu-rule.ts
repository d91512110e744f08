import { replaceHostPlaceholder } from '#server/http/connection/complete-paths-to-full-urls.ts';

/** A menu rule as sent in the boot answer (wire contract §2.6). */
export interface BuildAdminMenuRule {
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
  /** Name and path of our screen, if stock clients know the page under others. */
  own?: Pick<BuildAdminMenuRule, 'name' | 'path'>;
  children?: BuildAdminMenuRule[];
}

/** View files of stock pages, by rule path (wire contract §3). */
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
 * Stock pages with names different from ours: stock clients open them by built-in paths and nodes. Our client uses the
 * screen in `own`.
 */
const stockNames: Readonly<Record<string, string>> = { 'system/setting': 'routine/config' };

const stockName = (name: string): string | undefined => {
  const [ours, stock] = Object.entries(stockNames).find(([one]) => name === one || name.startsWith(`${one}/`)) ?? [];
  return stock && stock + name.slice(ours?.length);
};

/** Whether our client renders the rule. */
const isOurs = ({ component }: Pick<BuildAdminMenuRule, 'component'>) =>
  component === 'resource' || component === 'screen';

/**
 * Placeholder for this server's host in URLs of the boot answer: stock clients are served from elsewhere and need
 * absolute URLs. A reserved name (RFC 2606).
 */
const anyHost = '//host.invalid';

/**
 * Converts a rule for stock clients (wire contract §2.6). They render pages by built-in view files, and return to the
 * dashboard without one. So pages they know carry that file; all others are frames with a link to our screen. Our
 * client finds screens by name and recognises its rules by `component`; a rule turned into a frame by an administrator
 * is not ours.
 */
export function toBuildAdminMenuRule<R extends Omit<BuildAdminMenuRule, 'keepalive'>>(rule: R): R {
  const { name, path } = rule;
  const stock = stockName(name);
  if (!stock) return asOpened(rule);
  return { ...asOpened({ ...rule, name: stock, path: stockName(path) ?? path }), own: { name, path } };
}

function asOpened<R extends Omit<BuildAdminMenuRule, 'keepalive'>>(rule: R): R {
  if (rule.type !== 'menu' || !isOurs(rule)) return rule;
  if (rule.menu_type === 'iframe') return { ...rule, component: '' };
  if (rule.menu_type === 'link') return { ...rule, url: rule.url.replace(/^\/(?!\/)/, `${anyHost}/`) };
  const view = views[rule.path];
  return view
    ? { ...rule, component: `/src/views/backend/${view}.vue` }
    : { ...rule, menu_type: 'iframe', url: `${anyHost}/admin/index/elsewhere?server=1&page=${encodeURI(rule.path)}` };
}

/** A menu as text, with the requested host in its URLs. */
export const withHostInUrls = (menus: string, host: string): string => replaceHostPlaceholder(menus, anyHost, host);

/** Placeholder page for screens without stock view; bilingual, since stock clients send no language to frames. */
export const missingScreenPageForBuildAdmin = (page: string): string => `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>行鉴</title>
<style>body{margin:0;min-height:90vh;display:grid;place-content:center;text-align:center;font:16px/1.8 system-ui,sans-serif;color:#33413d}
a{display:inline-block;margin-top:1em;padding:.4em 1.4em;border-radius:6px;background:#2f7a6d;color:#fff;text-decoration:none}
@media(prefers-color-scheme:dark){body{color:#cfd8d5}}</style></head>
<body><p>此功能由行鉴自己的界面提供，当前客户端没有对应的页面。<br><span lang="en">This client has no page for it: it is a screen of Xingjian's own.</span></p>
<p><a href="/admin/${page}" target="_blank" rel="noopener">打开 · <span lang="en">Open</span></a></p></body></html>
`;
