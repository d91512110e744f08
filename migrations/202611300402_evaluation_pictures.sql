-- Pictures of signed evaluations.
alter table evaluation add column files text[] not null default '{}';
