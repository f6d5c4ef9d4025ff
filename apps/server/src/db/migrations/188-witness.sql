-- Whoever countersigns checkpoints of the record: the newest one that each has signed, by its size and root, with the line
-- of its signature, and why it did not sign the last one that it was asked for; empty: it did.
create table record_witness (
  name text primary key,
  size bigint not null default 0,
  root text not null default '',
  line text not null default '',
  signed_at timestamptz,
  refused text not null default ''
);
