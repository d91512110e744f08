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
