-- A reward is given back whole or in part, and more than once: what is asked for now, and what came back so far. What is
-- granted is what the enterprise keeps of it.
alter table reward_application add column to_recover bigint, add column recovered bigint;
update reward_application set to_recover = amount where status = 'clawback';
update reward_application set recovered = amount, amount = 0 where status = 'recovered';
drop index reward_application_clawed;
create index reward_application_clawed on reward_application (enterprise_id)
  where status in ('clawback', 'recovered') or recovered is not null;
