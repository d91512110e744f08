-- Members that come in a sheet have no password until they set one by a code: none is right meanwhile.
alter table member alter column password set default '';
