import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { Link } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { OptionTag } from '#web/cell/option-tag.tsx';
import { translate } from '#web/i18n/locale.ts';
import { stateOf } from '#web/lifecycle/move/moves-offered-to-user.ts';
import { listRows } from '#web/resource/resource-calls.ts';
import { visibleToSignedInUser } from '#web/resource/resource-registry.ts';
import {
  useChosenRowThatMemberActsFor,
  useRowsHeldByMember,
} from '#web/session/chosen-enterprise-or-row-that-member-acts-for.ts';
import { ResourceScreen } from '#web/table/screen/list-screen-of-resource.tsx';
import { ownershipClaim } from '../contract/claim-to-own-enterprise-record.ts';
import { enterprise } from '../contract/enterprise.ts';
import './own-enterprise-or-list-screen.css';
import '#web/sign-in/page/public-page-layout.css';

const RecordPage = lazy(() => import('#web/record/page-of-one-record.tsx'));

const texts = {
  none: text('您名下还没有企业', 'You have no enterprise yet'),
  noneText: text('登记一家企业，或认领已在册的企业。', 'Register an enterprise, or claim one already on record.'),
  register: text('去登记', 'Register now'),
  claims: text('认领申请', 'Ownership claims'),
};

/** Start of the member centre: the record of the member's enterprise, or the list if there are several. */
export default function OwnEnterpriseOrListScreen() {
  const held = useChosenRowThatMemberActsFor(enterprise.name);
  const holding = useRowsHeldByMember().find((one) => one.resource === enterprise.name);
  const visible = visibleToSignedInUser(enterprise);
  const none = holding?.list.length === 0;
  return (
    <div className="xj-padded">
      {held ? (
        <RecordPage key={held.id} resource={visible} id={held.id} alone />
      ) : none ? (
        <NoEnterprise />
      ) : (
        <ResourceScreen resource={visible} />
      )}
    </div>
  );
}

/** Shown without an enterprise: first steps, and applications under way. */
function NoEnterprise() {
  const { data } = useQuery({
    queryKey: ['resource', ownershipClaim.name, 'list', 'own'],
    queryFn: ({ signal }) => listRows(ownershipClaim, { limit: 20 }, { signal }),
  });
  const rows = data?.list ?? [];
  return (
    <section className="xj-own-none">
      <h1>{translate(texts.none)}</h1>
      <p>{translate(texts.noneText)}</p>
      <Link className="xj-button" data-tone="primary" to="/enterprise/register">
        {translate(texts.register)}
      </Link>
      {rows.length > 0 && <h2>{translate(texts.claims)}</h2>}
      <ul>
        {rows.map((row) => {
          const state = stateOf(ownershipClaim, row);
          return (
            <li key={row.id}>
              <strong>{String((row.enterprise as { name?: string } | undefined)?.name ?? '')}</strong>
              {state && <OptionTag option={state} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
