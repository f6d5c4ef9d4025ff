-- The outlooks of a proposed list's stocks, with the id of the model they come from.
alter table proposal add column outlooks jsonb;
-- The outlook of a pick as it was published; null for lists made without one.
alter table finlist_pick add column outlook jsonb;
-- A market's newest model is read for every list.
create index record_model on record (market, seq) where kind = 'model';
alter table record drop constraint record_kind_check;
alter table record add constraint record_kind_check
  check (kind in ('key', 'method', 'proposal', 'issue', 'edit', 'outcomes', 'roll-back', 'model'));
