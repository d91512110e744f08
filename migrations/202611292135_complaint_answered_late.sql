-- Whether the respondent answered after its day.
alter table complaint add column answered_late boolean not null default false;
