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

type RouteName = keyof typeof routeNames;

export const pathOfRoute = (name: string): string | undefined =>
  Object.hasOwn(routeNames, name) ? routeNames[name as RouteName] : undefined;

/** True on the sign-in pages of administrators, including `/`. */
export const isAdminLoginPath = (path = window.location.pathname): boolean =>
  /^\/(admin\/(new)?login)?\/?$/i.test(path);

export const isUserLoginPath = (path = window.location.pathname): boolean => /^\/user\/login\/?$/i.test(path);
