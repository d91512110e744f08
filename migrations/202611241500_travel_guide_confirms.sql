-- When a guide said on their phone that they will be with a team.
alter table travel_assigned_guide add column confirmed_at timestamptz;
