-- For whom a coach without a team was driving that day, where somebody hired it.
alter table travel_unfiled_coach add column hired_by text;
