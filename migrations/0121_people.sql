-- Members besides the owner who may hear of a fact.
alter table event add column people bigint[];
