import { Navigate, useLocation } from 'react-router';
import { notFoundRedirectPath } from './not-found-redirect-path.ts';

/** Redirects an unknown address to the not-found page. */
export function RedirectToNotFound() {
  return <Navigate to={notFoundRedirectPath(useLocation())} replace />;
}
