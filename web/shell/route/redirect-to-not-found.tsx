import { Navigate, useLocation } from 'react-router';
import { notFoundPath } from './not-found-address.ts';

/** Redirects an unknown address to the not-found page. */
export function RedirectToNotFound() {
  return <Navigate to={notFoundPath(useLocation())} replace />;
}
