-- Permissions are asked for whatever the case of their letters, so names of rules may not differ by case alone.
alter table auth_menu drop constraint auth_menu_name_key;
create unique index auth_menu_name on auth_menu (lower(name));
