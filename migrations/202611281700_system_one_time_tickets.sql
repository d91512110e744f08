-- Tickets and single-use links of all purposes in one table. The hash of a sign-in under way stays the same. Tickets to
-- rental platforms, of the wall's phone and of a proved contact are valid for one, two and ten minutes and are asked
-- for anew after an upgrade.

create table one_time_ticket (
  -- of the purpose and the secret, SHA-256
  hash text primary key,
  purpose text not null,
  -- to whom it was issued: member 12
  holder text,
  content jsonb not null,
  -- null: any number until it ends
  uses_left integer check (uses_left >= 0),
  expires_at timestamptz not null,
  createtime timestamptz not null default now()
);
create index one_time_ticket_holder on one_time_ticket (holder) where holder is not null;
create index one_time_ticket_expires on one_time_ticket (expires_at);

insert into one_time_ticket (hash, purpose, holder, content, uses_left, expires_at)
select hash, 'sign-in', case when admin_id is null then 'member ' || member_id else 'admin ' || admin_id end,
  jsonb_strip_nulls(jsonb_build_object('persistent', persistent, 'by', by, 'password', password, 'factorDone', factor_done)), 1, expiretime
from auth_sign_in where expiretime > now();

drop table auth_sign_in;
drop table member_proof;
drop table rental_ticket;
alter table screen_remote drop column ticket, drop column ticket_until;
