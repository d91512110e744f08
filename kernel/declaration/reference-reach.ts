/**
 * Which rows a reference may point at: those the caller sees (`own`, unless told), those in their area whosever they are
 * (of members: where what they hold lies), or all of them. It tells of a row no more than its title.
 */
export type Reach = 'own' | 'area' | 'all';
