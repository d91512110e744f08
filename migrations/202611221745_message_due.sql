-- Limits that came near or passed, until it is told of all of them together.
create table message_due (
  id bigint generated always as identity primary key,
  resource text not null,
  row_id bigint not null,
  overdue boolean not null
);
