-- A proof says by what it was made: one by mail changes no mobile. Those under way are of ten minutes and are made again.
delete from member_proof;
alter table member_proof add column way text not null check (way in ('mobile', 'email'));

-- A session is confirmed when somebody has shown who they are in it, and not because it began.
alter table session alter column confirmtime drop default;
