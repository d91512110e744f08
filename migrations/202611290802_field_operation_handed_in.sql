-- What an office hands in from an exported file, or a revoked phone before it is wiped, is a row of its own with the account
-- that handed it in: it never stands for what the phone itself sends under the same identifier.
alter table field_operation add column handed_in_by bigint references auth_admin;
alter table field_operation drop constraint field_operation_op_id_key;
create unique index field_operation_sent on field_operation (op_id) where handed_in_by is null;
create unique index field_operation_handed_in on field_operation (op_id) where handed_in_by is not null;
