-- Disputes as read from the payment provider, for the books, as invoices and refunds are.
create table dispute (
  user_id bigint not null,
  dispute_id text not null,
  invoice_id text not null,
  cents integer not null,
  state text not null check (state in ('open', 'lost', 'won')),
  opened_at timestamptz not null,
  -- Kept once set: a lost dispute that is won after all has both, and gives back in its own month what it took.
  lost_at timestamptz,
  won_at timestamptz,
  primary key (user_id, dispute_id)
);
create index dispute_of_invoice on dispute (user_id, invoice_id);

alter table affiliate_line drop constraint affiliate_line_kind_check;
alter table affiliate_line add constraint affiliate_line_kind_check check (kind in
  ('sale', 'renewal', 'refund', 'correction', 'dispute-lost', 'dispute-won'));
