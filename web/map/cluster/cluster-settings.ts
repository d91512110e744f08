/** How markers gather into clusters (specification §9): 60 px apart at most, from two on, up to zoom 18. */
export const clusterSettings = { clusterRadius: 60, clusterMinPoints: 2, clusterMaxZoom: 18 } as const;

/** Most markers drawn at once; a screen of 3840 × 2160 holds fewer clusters than that. */
export const MAX_MARKERS = 900;
