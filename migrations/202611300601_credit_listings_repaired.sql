-- A listing that a repair ended is told from one that an officer removed: only the former can be resumed, by the platform.
update credit_listing l set status = 'repaired'
where l.status = 'removed' and (
  select h.move from history h
  where h.resource = 'credit/listing' and h.row_id = l.id and h.to_status = 'removed' and h.from_status <> 'removed'
  order by h.id desc limit 1) = 'repair';

-- somebody is on a list once
drop index credit_listing_once;
create unique index credit_listing_once on credit_listing (enterprise_id, list, subject)
  where status not in ('draft', 'repaired', 'removed', 'expired', 'dropped');
