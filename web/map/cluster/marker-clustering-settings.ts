/** How markers are clustered (specification §9): within 60 px, from two on, up to zoom 18. */
export const markerClusteringSettings = { clusterRadius: 60, clusterMinPoints: 2, clusterMaxZoom: 18 } as const;

/** Most markers drawn at once; a screen of 3840 × 2160 holds fewer clusters than that. */
export const maxMarkersDrawn = 900;
