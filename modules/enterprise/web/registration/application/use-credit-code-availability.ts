import { useQuery } from '@tanstack/react-query';
import { isCreditCode, normalizeCreditCode } from '#kernel/check/credit-code.ts';
import { get } from '#web/http/client.ts';
import { hasParentAgency } from './registration-fields-by-step.ts';

export interface CreditCodeAvailability {
  state: 'free' | 'claimable' | 'registered' | 'waiting';
  name?: string;
  hint?: string;
  hours?: number;
}

const quiet = { quiet: true, area: 'api', duplicate: 'allow' } as const;

/** The normalised code. */
export const normalizedCreditCode = (value: unknown): string =>
  typeof value === 'string' ? normalizeCreditCode(value) : '';

/** Whether a code is already registered; queried once its check character is valid. */
export function useCreditCodeAvailability(uscc: unknown, type: unknown) {
  const code = normalizedCreditCode(uscc);
  const enabled = isCreditCode(code) && typeof type === 'string' && type !== '';
  const query = useQuery({
    queryKey: ['enterprise lookup', code, type],
    queryFn: ({ signal }) =>
      get<CreditCodeAvailability>('/api/enterprise/lookup', { uscc: code, ent_type: type }, { ...quiet, signal }),
    enabled,
    staleTime: 30_000,
    retry: 1,
  });
  return {
    enabled,
    answer: enabled ? query.data : undefined,
    failed: enabled && query.isError,
    busy: enabled && query.isFetching,
  };
}

/** The travel agency with the code entered for a branch. */
export function useParentAgency(uscc: unknown, type: unknown) {
  const code = normalizedCreditCode(uscc);
  const enabled = hasParentAgency(type) && isCreditCode(code);
  const query = useQuery({
    queryKey: ['enterprise agency', code],
    queryFn: ({ signal }) =>
      get<{ id: number; name: string } | null>('/api/enterprise/agency', { uscc: code }, { ...quiet, signal }),
    enabled,
    staleTime: 30_000,
    retry: 1,
  });
  return enabled ? query.data : undefined;
}
