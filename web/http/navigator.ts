/** Named routes that a server answer may redirect to. */
export const routeNames = {
  adminLogin: '/admin/login',
  adminNewLogin: '/admin/newlogin',
  adminResetPwd: '/admin/resetpwd',
  userLogin: '/user/login',
  enterpriseRegister: '/enterprise/register',
  admin: '/admin',
  user: '/user',
  notFound: '/404',
  noPower: '/401',
} as const;

export type RouteName = keyof typeof routeNames;

export const pathOfRoute = (name: string): string | undefined =>
  Object.hasOwn(routeNames, name) ? routeNames[name as RouteName] : undefined;

type Navigate = (path: string, options?: { replace?: boolean }) => void;

// This file is below the router: until the router is mounted, the browser navigates.
let navigate: Navigate = (path, options) =>
  options?.replace ? window.location.replace(path) : window.location.assign(path);

/** Replaces the browser's navigation by the router's. */
export function setNavigator(navigator: Navigate): void {
  navigate = navigator;
}

/** Navigates to a path of the product. */
export const goTo: Navigate = (path, options) => navigate(path, options);

/** True on the sign-in pages of administrators, including `/`. */
export const isAdminLoginPath = (path = window.location.pathname): boolean =>
  /^\/(admin\/(new)?login)?\/?$/i.test(path);

export const isUserLoginPath = (path = window.location.pathname): boolean => /^\/user\/login\/?$/i.test(path);
