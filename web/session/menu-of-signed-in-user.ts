import { stripUrlHost } from './strip-url-host.ts';

/** A rule as the boot answer carries it (wire contract §2.6). */
export interface MenuRule {
  id: number;
  pid: number;
  type: 'menu_dir' | 'menu' | 'button' | 'route';
  title: string;
  name: string;
  path: string;
  icon: string;
  menu_type: 'tab' | 'link' | 'iframe' | null;
  url: string;
  component: string;
  /** Name of the rule when its screen is cached, else 0. */
  keepalive: string | 0;
  extend: 'none' | 'add_rules_only' | 'add_menu_only';
  /** Name and path in this client, where other clients know it by others. */
  own?: Pick<MenuRule, 'name' | 'path'>;
  children?: MenuRule[];
}

/** An entry of the menu. */
export interface MenuEntry {
  key: string;
  title: string;
  icon: string;
  /** Path inside the product; none for folders and for types this version does not know. */
  to?: string;
  /** URL that opens in another window. */
  href?: string;
  children?: MenuEntry[];
}

/** A route of the product and the rule that grants it. */
export interface MenuRoute {
  /** Full path: `/admin/enterprise/enterprise`. */
  path: string;
  name: string;
  title: string;
  component: string;
  icon: string;
  /** Titles of the folders above it. */
  trail: string[];
}

/** The permission nodes of a page, by its full path in lower case: `/admin/auth/group` → [`/admin/auth/group/add`]. */
type NodeMap = ReadonlyMap<string, ReadonlySet<string>>;

export interface Menus {
  entries: MenuEntry[];
  /** By full path in lower case. */
  routes: ReadonlyMap<string, MenuRoute>;
  nodes: NodeMap;
  /** Every granted rule name, in lower case. */
  names: ReadonlySet<string>;
  /** Entries shown in a frame, by their address. */
  frames: ReadonlyMap<string, { title: string; icon: string }>;
  /** Path of the first screen, where the area opens. */
  first?: string;
}

export const iframePath = (base: string, url: string) => `${base}/iframe/${encodeURIComponent(url)}`;

/** Rule of a member's home page, which the contract lists among the pages of their account (wire contract §3). */
const homeRule = 'account/overview';

/** Removes an entry from its folder and returns it. */
function takeOut(entries: MenuEntry[], key: string): MenuEntry | undefined {
  for (const [at, entry] of entries.entries()) {
    const found = entry.key === key ? entries.splice(at, 1)[0] : takeOut(entry.children ?? [], key);
    if (found) return found;
  }
  return undefined;
}

/**
 * Reads a rule tree into entries to show, paths to open and granted nodes. The member centre begins with its home page,
 * which is listed first; or with the screen the server names (`opens`).
 */
export function readMenus(rules: readonly MenuRule[], base: '/admin' | '/user', opens = ''): Menus {
  const routes = new Map<string, MenuRoute>();
  const nodes = new Map<string, Set<string>>();
  const names = new Set<string>();
  const frames = new Map<string, { title: string; icon: string }>();
  let first: string | undefined;

  const read = (sent: MenuRule, trail: string[]): MenuEntry | undefined => {
    const rule = { ...sent, ...sent.own };
    names.add(rule.name.toLowerCase());
    const path = `${base}/${rule.path || rule.name}`;
    if (rule.type === 'menu_dir') {
      const children = readAll(rule.children ?? [], [...trail, rule.title]);
      return children.length > 0 ? { key: rule.name, title: rule.title, icon: rule.icon, children } : undefined;
    }
    if (rule.type === 'button') return undefined;
    const buttons = (rule.children ?? [])
      .filter((child) => child.type === 'button')
      .map((child) => ({ ...child, ...child.own }));
    for (const button of buttons) names.add(button.name.toLowerCase());
    if (buttons.length > 0) {
      nodes.set(path.toLowerCase(), new Set(buttons.map((button) => `${base}/${button.name}`.toLowerCase())));
    }
    const children = readAll(
      (rule.children ?? []).filter((child) => child.type !== 'button'),
      [...trail, rule.title],
    );
    // Screens of ours are drawn by name; their other attributes are for clients that lack them.
    const ours = rule.component === 'resource' || rule.component === 'screen';
    const opensTab = rule.menu_type === 'tab' || rule.menu_type === null || (ours && rule.menu_type === 'iframe');
    if (opensTab && rule.extend !== 'add_menu_only') {
      routes.set(path.toLowerCase(), {
        path,
        name: rule.name,
        title: rule.title,
        component: rule.component,
        icon: rule.icon,
        trail,
      });
      if (rule.extend === 'none') first ??= path;
    }
    if (rule.extend === 'add_rules_only' || rule.type === 'route') return undefined;
    const entry: MenuEntry = { key: rule.name, title: rule.title, icon: rule.icon };
    if (opensTab) entry.to = path;
    else if (rule.menu_type === 'link') entry.href = ours ? stripUrlHost(rule.url) : rule.url;
    else if (rule.menu_type === 'iframe') {
      entry.to = iframePath(base, rule.url);
      frames.set(rule.url, { title: rule.title, icon: rule.icon });
    }
    if (children.length > 0) entry.children = children;
    return entry;
  };

  const readAll = (list: readonly MenuRule[], trail: string[]): MenuEntry[] =>
    list.map((rule) => read(rule, trail)).filter((entry) => entry !== undefined);

  let entries = readAll(rules, []);
  if (base === '/user') {
    const home = takeOut(entries, homeRule);
    entries = entries.filter((entry) => entry.to || entry.href || entry.children?.length);
    if (home) entries.unshift(home);
    first =
      (routes.get(`${base}/${opens}`.toLowerCase()) ?? (home && routes.get(home.to?.toLowerCase() ?? '')))?.path ??
      first;
  }
  return { entries, routes, nodes, names, frames, ...(first ? { first } : {}) };
}

/**
 * The route of an address: the longest rule path it starts with, and the rest (`12` of
 * `/admin/enterprise/enterprise/12`). Case does not matter, as on the wire.
 */
export function findRoute(menus: Menus, pathname: string): { route: MenuRoute; rest: string[] } | undefined {
  const parts = pathname.split('/').filter(Boolean);
  for (let length = parts.length; length > 1; length -= 1) {
    const route = menus.routes.get(`/${parts.slice(0, length).join('/')}`.toLowerCase());
    if (route) return { route, rest: parts.slice(length) };
  }
  return undefined;
}

/**
 * Whether an action may be offered on a page (specification §6): a page without permission nodes offers everything, a
 * page with nodes what they name. The action is a sub-path (`edit`), or a page and one of its sub-nodes.
 */
export function isGranted(
  nodes: NodeMap,
  page: string,
  requested: string | { name: string; subNodeName?: string },
): boolean {
  const path = typeof requested === 'string' ? page : requested.name;
  const action = typeof requested === 'string' ? requested : requested.subNodeName;
  const granted = nodes.get(path.toLowerCase());
  if (!granted) return typeof requested === 'string';
  if (action === undefined) return true;
  const key = path.toLowerCase();
  return granted.has(`${key}/${action.toLowerCase()}`);
}
