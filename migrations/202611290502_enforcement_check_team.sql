-- Who makes a check and what is checked, as the enterprise is told; and when pictures were taken, as the device says.
alter table enforcement_check add column team text, add column item_names text;
alter table enforcement_check_answer add column captured_at timestamptz;
-- a record that was returned is signed again
alter table enforcement_check_signature add column replaced_at timestamptz;
