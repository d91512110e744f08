-- The area of the office that ordered a driver to stop: who may lift the order. Orders that stand already are lifted as before.
alter table crew_driver add column stopped_area text references system_area (code);
