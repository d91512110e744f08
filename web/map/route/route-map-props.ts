/** A place on a route. */
export interface RoutePoint {
  readonly lng: number;
  readonly lat: number;
  /** What stands in its marker: `2.1`. */
  readonly mark: string;
  readonly label: string;
}

/** Places in the order in which one comes to them. */
export interface RouteLine {
  readonly name: string;
  readonly points: readonly RoutePoint[];
}

export interface RouteMapProps {
  readonly label: string;
  readonly lines: readonly RouteLine[];
  /** The line that stands out. */
  readonly chosen?: number;
  /** Division whose outline is drawn; one's own when left out. */
  readonly areaCode?: string;
}
