-- What officers entered: of a draft it is asked whether one of them did (ownersOnly), for many rows at once.
create index history_added_by_officer on history (resource, row_id) where action = 'add' and actor_type = 'admin';
