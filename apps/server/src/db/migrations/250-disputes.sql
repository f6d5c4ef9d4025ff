-- Disputes as read from the payment provider. Kept for the accounts, like invoices and refunds.
create table dispute (
  user_id bigint not null,
  dispute_id text not null,
  invoice_id text not null,
  cents integer not null,
  state text not null check (state in ('open', 'lost', 'won')),
  opened_at timestamptz not null,
  -- Never cleared: a dispute that was lost and then won has both dates, and is credited back in the month it was won.
  lost_at timestamptz,
  won_at timestamptz,
  primary key (user_id, dispute_id)
);
create index dispute_of_invoice on dispute (user_id, invoice_id);

alter table affiliate_line drop constraint affiliate_line_kind_check;
alter table affiliate_line add constraint affiliate_line_kind_check check (kind in
  ('sale', 'renewal', 'refund', 'correction', 'dispute-lost', 'dispute-won'));
