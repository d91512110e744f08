-- Whether people hold the certificate they are said to hold is confirmed by an officer, as licences are. What is there
-- was stated by somebody, and verified by nobody.
alter table enterprise_staff
  add column cert_file text,
  add column status text not null default 'stated',
  add column due_at timestamptz,
  add column due_unit text,
  add column pending jsonb,
  add column pending_sealed jsonb;
create index enterprise_staff_status on enterprise_staff (status, id desc);

drop index enterprise_staff_search;
select keep_search_beside('enterprise_staff');
