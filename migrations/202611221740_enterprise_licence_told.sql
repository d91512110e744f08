-- Of which end of a licence it was told, how many days before it (-1: after it): each once, whatever night was missed.
create table enterprise_licence_told (
  licence_id bigint not null references enterprise_licence on delete cascade,
  expire_date date not null,
  days smallint not null,
  createtime timestamptz not null default now(),
  primary key (licence_id, expire_date, days)
);
