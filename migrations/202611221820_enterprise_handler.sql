-- The officer who deals with an enterprise: assigned, and handed over with their work.
alter table enterprise add column handler_id bigint references auth_admin on delete set null;
create index enterprise_handler on enterprise (handler_id, status) where handler_id is not null;
