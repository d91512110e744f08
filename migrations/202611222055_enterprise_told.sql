-- Of which end of an enterprise's business licence it was told, how many days before it (-1: after it): each once.
create table enterprise_told (
  enterprise_id bigint not null references enterprise on delete cascade,
  expire_date date not null,
  days smallint not null,
  createtime timestamptz not null default now(),
  primary key (enterprise_id, expire_date, days)
);
