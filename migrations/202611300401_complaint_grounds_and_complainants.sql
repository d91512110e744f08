-- Source and accuracy of the place of the event.
alter table complaint add column event_place_found jsonb;
-- The provision on which a refusal rests, in both languages: that of the rule of the day of filing.
alter table complaint add column refusal_article text, add column refusal_article_en text;
-- Whether acceptance was decided in time. A complaint that is merged, or withdrawn before anybody decided, has no such decision.
alter table complaint add column acceptance text generated always as (case
  when status = 'merged' or (accepted_on is null and decided_on is null) then null
  when accepted_late then 'late' else 'in_time' end) stored;
-- Of a joint complaint, those who complain besides the one who files it.
create table complaint_complainant (
  id bigint generated always as identity primary key,
  complaint_id bigint not null references complaint,
  name text not null,
  mobile text,
  id_number jsonb,
  remark text,
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index complaint_complainant_complaint on complaint_complainant (complaint_id, weigh);
