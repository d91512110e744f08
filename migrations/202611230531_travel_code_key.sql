-- Keys that sign the codes of teams and of guides' cards; the private half is sealed and goes when it signs no more
-- (domain reference §2.E).
create table travel_code_key (
  kid text primary key,
  -- one after another: two processes that need a further key agree on one by this
  turn integer not null unique,
  public_key text not null,
  private_key jsonb,
  valid_from timestamptz not null,
  signs_until timestamptz not null,
  published_until timestamptz not null,
  check (valid_from < signs_until and signs_until < published_until)
);
