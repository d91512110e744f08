import { Navigate, useLocation } from 'react-router';
import { notFoundPagePathWithRequestedAddress } from './path-of-not-found-page-with-requested-address.ts';

/** Redirects an unknown address to the not-found page. */
export function RedirectToNotFound() {
  return <Navigate to={notFoundPagePathWithRequestedAddress(useLocation())} replace />;
}
