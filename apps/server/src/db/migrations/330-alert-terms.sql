-- `once`: the alert is done after its first event; otherwise it fires at each. `expires_on`: the last day, in its market,
-- whose events fire it. `note`: the owner's words, which its messages repeat.
alter table alert add column once boolean not null default false, add column expires_on date,
  add column note text not null default '';
-- Alerts that were to fire once and have. Written with the firing, so that two processes cannot both fire one.
create table alert_done (
  alert_id bigint primary key references alert on delete cascade,
  at timestamptz not null default product_now()
);
