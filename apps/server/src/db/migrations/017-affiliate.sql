-- An affiliate's coupon code. The row is written before the first request to the payment provider; the code is complete
-- when the promotion code exists there.
create table affiliate_code (
  -- Capital letters only.
  code text primary key,
  -- The affiliate; null once they are erased.
  user_id bigint unique references users on delete set null,
  -- Chosen by us, so that the coupon is made only once.
  coupon_id text not null unique,
  promotion_code_id text,
  percent_off smallint not null check (percent_off between 1 and 90),
  duration text not null check (duration in ('once', 'forever')),
  -- Who made it and why, for the audit log, which identifies it by this id.
  by_user_id bigint not null,
  reason text not null,
  operation_id uuid not null,
  created_at timestamptz not null
);
create index affiliate_code_half_made on affiliate_code (created_at) where promotion_code_id is null;
create index invoice_coupon on invoice (coupon_id, paid_at) where coupon_id is not null;

-- Closed months. The amounts they count are in affiliate_line and never change, even if an invoice or the rate does.
create table affiliate_month (
  month text primary key check (month ~ '^\d{4}-\d\d$'),
  -- In hundredths of a percent.
  rate_basis_points integer not null check (rate_basis_points between 0 and 10000),
  closed_at timestamptz not null
);
create table affiliate_line (
  coupon_id text not null,
  month text not null references affiliate_month,
  -- The id of the invoice or the refund.
  key text not null,
  kind text not null check (kind in ('sale', 'renewal', 'refund', 'correction')),
  at timestamptz not null,
  product_id smallint,
  period_id smallint,
  cents integer not null,
  sold smallint not null,
  primary key (coupon_id, month, key)
);
