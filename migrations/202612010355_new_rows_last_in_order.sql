-- Lists whose first row has the highest weight: a new row comes last, as it does in lists in the opposite order. Its
-- key decides, so that no two new rows share a place. Menus of members (user_rule) keep the weight that clients expect of a
-- new row, its key.
alter table auth_menu alter column weigh set default -currval(pg_get_serial_sequence('auth_menu', 'id'))::integer;
alter table auth_department alter column weigh set default -currval(pg_get_serial_sequence('auth_department', 'id'))::integer;
alter table auth_job alter column weigh set default -currval(pg_get_serial_sequence('auth_job', 'id'))::integer;
alter table article_category alter column weigh set default -currval(pg_get_serial_sequence('article_category', 'id'))::integer;
alter table help_category alter column weigh set default -currval(pg_get_serial_sequence('help_category', 'id'))::integer;
