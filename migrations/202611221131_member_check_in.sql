-- The days a member checked in on, of Shanghai, and how many in a row they were by then.
create table member_check_in (
  member_id bigint not null references member on delete cascade,
  day date not null,
  streak integer not null,
  createtime timestamptz not null default now(),
  primary key (member_id, day)
);
