/** Named routes the server may send people to. */
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

// The client stands below the router: until the router is there, the browser navigates.
let navigate: Navigate = (path, options) =>
  options?.replace ? window.location.replace(path) : window.location.assign(path);

/** The router offers its navigation to everything below it. */
export function setNavigator(navigator: Navigate): void {
  navigate = navigator;
}

/** Goes to a path of the product. */
export const goTo: Navigate = (path, options) => navigate(path, options);

/** True on the sign-in pages of the administrators, `/` among them. */
export const isAdminLogin = (path = window.location.pathname): boolean => /^\/(admin\/(new)?login)?\/?$/i.test(path);

export const isUserLogin = (path = window.location.pathname): boolean => /^\/user\/login\/?$/i.test(path);
