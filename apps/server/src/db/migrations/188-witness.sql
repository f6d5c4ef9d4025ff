-- Witnesses that countersign checkpoints of the record: for each, the newest checkpoint it signed, by size and root,
-- with its signature line, and why it did not sign the last one requested; empty: it did.
create table record_witness (
  name text primary key,
  size bigint not null default 0,
  root text not null default '',
  line text not null default '',
  signed_at timestamptz,
  refused text not null default ''
);
