-- Calls that arrive together are taken of the allowance by one statement, which tells how many of them it granted.
alter table api_usage add column granted integer not null default 0;
