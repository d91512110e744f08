-- Tries that are limited: signing in, codes sent, progress asked for, registrations, passwords reset. Every try that
-- still counts is a moment in `at`, newest last; the statement that adds one decides whether it may be made.
create table attempt (
  -- Which limit, and whom or what it counts: an account, a mobile, an address.
  name text not null,
  subject text not null,
  at timestamptz[] not null,
  -- When the last of them no longer counts.
  expiretime timestamptz not null,
  primary key (name, subject)
);
create index attempt_expiry on attempt (expiretime);

-- Locks that are on stay on.
insert into attempt (name, subject, at, expiretime)
  select 'sign_in_admin', id::text, array_fill(lastfailuretime, array[least(loginfailure, 10)]), lastfailuretime + interval '1 day'
  from auth_admin where loginfailure > 0 and lastfailuretime > now() - interval '1 day'
  union all
  select 'sign_in_member', id::text, array_fill(lastfailuretime, array[least(loginfailure, 10)]), lastfailuretime + interval '1 day'
  from member where loginfailure > 0 and lastfailuretime > now() - interval '1 day';
alter table auth_admin drop column loginfailure, drop column lastfailuretime;
alter table member drop column loginfailure, drop column lastfailuretime;
drop table enterprise_query_miss;
