import { Navigate, useLocation } from 'react-router';
import { notFoundPath } from './not-found-address.ts';

/** An address that leads nowhere: the page for it says so. */
export function RedirectToNotFound() {
  return <Navigate to={notFoundPath(useLocation())} replace />;
}
