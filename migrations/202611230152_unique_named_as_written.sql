-- An index says which field its refusal is told at: the one people wrote, of which what it compares is made.
alter table system_setting rename constraint system_setting_name_key to system_setting_variable_key;
alter index security_data_recycle_controller_as rename to security_data_recycle_controller;
alter index security_sensitive_data_controller_as rename to security_sensitive_data_controller;
