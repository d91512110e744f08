/** A view that is shared is one of a list there is, for all or for the group it names; a rule leads to a page there is. */
export const identitySamples = {
  'auth/view': { list: 'enterprise/enterprise', address: 'status.eq=active', audience: 'group' },
  'auth/menu': { url: '/check' },
};
