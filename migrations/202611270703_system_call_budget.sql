-- Calls a minute that processes have taken of one budget, each some ahead (server/limit/call-budget.ts). Not logged: after
-- a crash it is empty, and a minute begins anew. `granted` is what was taken last, for whoever took it to read.
create unlogged table call_budget (
  minute int not null,
  key text not null,
  budget int not null,
  wanted int not null,
  taken int not null,
  granted int not null,
  primary key (minute, key)
);
