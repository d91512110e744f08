/** Whether the identity provider redirected to this page. */
export const isReturnFromIdentityProvider = (search = window.location.search): boolean => {
  const params = new URLSearchParams(search);
  return params.has('state') && (params.has('code') || params.has('error'));
};
