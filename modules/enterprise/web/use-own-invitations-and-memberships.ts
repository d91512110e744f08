import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { RoleInRow } from '#kernel/declaration/account-types-and-member-role-names.ts';
import { loadBootAnswer } from '#web/boot/load-boot-answer.ts';
import { subscribeToLiveEvents } from '#web/http/live-event-stream-client.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { personOfEnterprise } from '../contract/person-of-enterprise.ts';

export interface Invitation {
  id: number;
  enterprise: { id: number; name: string };
  role: RoleInRow;
  invited_until: number;
}

export interface Membership {
  id: number;
  enterprise: { id: number; name: string };
  role: RoleInRow;
  joined_at: number;
}

const ownKey = ['resource', personOfEnterprise.name, 'self'];

/**
 * Invitations and roles of the member. Refetched on new messages: an invitation arrives with one, and owners change
 * roles.
 */
export function useOwnInvitationsAndMemberships() {
  const client = useQueryClient();
  useEffect(
    () =>
      subscribeToLiveEvents(
        [personOfEnterprise.name, 'message/notice'],
        () => void client.invalidateQueries({ queryKey: ownKey }),
        {
          area: 'member',
        },
      ),
    [client],
  );
  return useQuery({
    queryKey: ownKey,
    queryFn: queryFnFor<{ list: Invitation[]; held: Membership[] }>(
      '/api/enterprise.person/invitations',
      {},
      { area: 'api' },
    ),
    staleTime: 0,
  });
}

/** Refreshes lists and menu after a member's roles changed. */
export function useRefreshAfterRoleChange(): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries();
    void loadBootAnswer('member').catch(() => undefined);
  };
}
