import { type Caller, guestCaller, systemCaller } from '#server/caller.ts';
import { getOrCreate } from '#server/get-or-create-and-cache-per-resource-declaration.ts';
import {
  type Scope,
  type ScopeName,
  scopes,
} from '../../contract/application-scopes-mask-levels-and-signature-algorithms.ts';
import type { SigningApplication } from '../signing/verify-signature-status-address-and-quota-of-application.ts';

/** One set for each combination of scopes: what may be read is cached by it. */
const nodesByScopes = new Map<string, ReadonlySet<string>>();

export const scopesOf = ({ scopes: granted }: Pick<SigningApplication, 'scopes'>): Scope[] =>
  granted.flatMap((name) => (Object.hasOwn(scopes, name) ? [scopes[name as ScopeName]] : []));

/**
 * The application as a reader: an officer without an account, who holds the reading nodes of its scopes in its area.
 */
export function applicationAsReader(by: SigningApplication, device: Partial<Caller>): Caller {
  const granted = [...by.scopes].sort().join();
  const nodes = getOrCreate(
    nodesByScopes,
    granted,
    () =>
      new Set(
        scopesOf(by).flatMap(({ resource, action }) => (action === 'index' ? [`${resource}/index`.toLowerCase()] : [])),
      ),
  );
  return guestCaller({
    ...device,
    type: 'admin',
    id: 0,
    name: by.name,
    nodes,
    grantKey: `application ${granted}`,
    areaCode: by.areaCode,
    absorbed: by.absorbed,
  });
}

/** The application as a writer: the platform, which writes under the name of the application. */
export const applicationAsWriter = (by: SigningApplication, device: Partial<Caller>): Caller =>
  systemCaller({ ...device, name: by.name });
