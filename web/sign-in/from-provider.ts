/** Whether the page was led back to by a provider. */
export const comesFromProvider = (search = window.location.search): boolean => {
  const params = new URLSearchParams(search);
  return params.has('state') && (params.has('code') || params.has('error'));
};
