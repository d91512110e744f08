-- A score follows from its enterprise: it must not keep it from being deleted, and is computed again when it is restored.
alter table risk_score drop constraint risk_score_enterprise_id_fkey,
  add constraint risk_score_enterprise_id_fkey foreign key (enterprise_id) references enterprise on delete cascade;
