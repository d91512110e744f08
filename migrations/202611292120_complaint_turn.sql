-- Whose turn it is follows from the state, and during an appraisal it is the appraiser's.
alter table complaint add column turn text not null generated always as (case
  when appraising and status in ('investigating', 'mediating') then 'other_office'
  when status = 'transferred' then 'other_office'
  when status = 'need_material' then 'complainant'
  when status in ('notified', 'agreed') then 'respondent'
  when status in ('rejected', 'merged', 'revisited', 'archived') then 'nobody'
  else 'office' end) stored;
create index complaint_turn on complaint (turn, due_at, id);
create index complaint_due on complaint (due_at) where due_at is not null;
