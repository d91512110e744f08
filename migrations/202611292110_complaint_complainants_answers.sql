-- What complainants answer by themselves: an invitation to a session of mediation, and that an agreement was not fulfilled.
-- They are told by text message, or by e-mail where text messages of the platform do not arrive.
alter table complaint
  add column session_at timestamptz,
  add column session_mode text,
  add column session_place text,
  add column session_answer text,
  add column session_remark text,
  add column denied_on date,
  add column contact_by text not null default 'mobile';
