import { Navigate, useLocation } from 'react-router';
import { lostPath } from './lost-address.ts';

/** An address that leads nowhere: the page for it says so. */
export function InvalidRoute() {
  return <Navigate to={lostPath(useLocation())} replace />;
}
