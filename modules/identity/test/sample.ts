/** Sample values: a shared view needs an existing list and, for groups, a group; a rule needs an existing page. */
export const identitySamples = {
  'auth/view': { list: 'enterprise/enterprise', address: 'status.eq=active', audience: 'group' },
  'auth/subscription': {
    list: 'enterprise/enterprise',
    address: 'status.eq=active',
    view_id: null,
    own_view: null,
    by_mail: '0',
  },
  'auth/menu': { url: '/check' },
};
