/**
 * Rows that a reference may point at: those the caller sees (`own`, default), all rows in the caller's area whoever
 * owns them (for members: in the area of what they hold), or all rows. It discloses no more of a row than its title.
 */
export type Reach = 'own' | 'area' | 'all';
