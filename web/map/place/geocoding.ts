import { useQuery } from '@tanstack/react-query';
import type { Place } from '#kernel/kind/place-on-map.ts';
import { mapSettings } from '#kernel/settings/map-settings.ts';
import { get } from '#web/http/client.ts';
import { areaPaths, currentArea } from '#web/session/admin-or-member-area.ts';
import { usePublicSettings } from '#web/session/public-settings.ts';
import { useAdmin, useMember } from '#web/session/session.ts';

type Spot = Pick<Place, 'lng' | 'lat'>;

/** Whether a map service with geocoding is configured and the user may use it: visitors would use up its quota. */
export function useGeocoder(): boolean {
  const geocoder = usePublicSettings(mapSettings)?.geocoder;
  const sessions = { admin: useAdmin(), member: useMember() };
  if (!sessions[currentArea()]) return false;
  return geocoder !== undefined && geocoder !== null && geocoder !== 'none';
}

/** The position of an address within a division. */
export const fetchPositionOfAddress = (address: string, area: string | null): Promise<Place> =>
  get<Place>(`/${areaPaths().app}/map/address`, { address, area: area ?? '' }, { quiet: true, area: areaPaths().app });

/** The address of a position. */
export async function fetchAddressOfPosition({ lng, lat }: Spot, signal?: AbortSignal): Promise<string> {
  const { app } = areaPaths();
  const options = { quiet: true, area: app, ...(signal ? { signal } : {}) };
  return (await get<{ address: string }>(`/${app}/map/reverse`, { lng, lat }, options)).address;
}

/** The address of a position, requested once; no request without a position. */
export const useAddressOfPosition = (spot: Spot | undefined) =>
  useQuery({
    queryKey: ['address', spot?.lng, spot?.lat],
    queryFn: ({ signal }) => fetchAddressOfPosition(spot as Spot, signal),
    enabled: spot !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
