/** A view that is shared is one of a list there is, for all or for the group it names. */
export const identitySamples = {
  'auth/view': { list: 'enterprise/enterprise', address: 'status.eq=active', audience: 'group' },
};
