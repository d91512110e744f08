/** A place on a route. */
export interface RoutePoint {
  readonly lng: number;
  readonly lat: number;
  /** Text of its marker: `2.1`. */
  readonly mark: string;
  readonly label: string;
}

/** Places in the order of the route. */
export interface RouteLine {
  readonly name: string;
  readonly points: readonly RoutePoint[];
}

export interface RouteMapProps {
  readonly label: string;
  readonly lines: readonly RouteLine[];
  /** Index of the highlighted line. */
  readonly chosen?: number;
  /** Division whose outline is drawn. Default: the user's own. */
  readonly areaCode?: string;
}
