/** Name of the drawer, by which tiles open it. */
export const incidentDrawerName = 'incident';
