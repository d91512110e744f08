-- A search for personal data in plain answers whether somebody has the value: it is recorded like a reveal, by the keyed
-- hash of what was searched for, and counted per administrator and day. `day` is Shanghai's.
alter table reveal_log add column value_hash text;
comment on column reveal_log.value_hash is 'HMAC of the value an exact search asked for; null: a row was revealed';
create index reveal_log_searched on reveal_log (admin_id, value_hash) where value_hash is not null;

create table exact_search (
  admin_id bigint primary key references auth_admin on delete cascade,
  day date not null,
  used integer not null
);
