-- A user as a customer of the payment provider. credit_cents is their account credit. At most one card is on file.
create table billing_customer (
  user_id bigint primary key references users on delete cascade,
  customer_id text not null unique,
  credit_cents integer not null default 0,
  payment_method_id text,
  card_brand text,
  card_last4 text,
  card_exp_month smallint,
  card_exp_year smallint,
  card_fingerprint text,
  read_at timestamptz not null default now(),
  -- When all of it was last compared with the payment provider.
  compared_at timestamptz
);
create index billing_customer_compared on billing_customer (compared_at nulls first);

-- The payment provider's subscriptions, as last read.
create table subscription (
  user_id bigint not null references users on delete cascade,
  subscription_id text not null,
  product_id smallint not null,
  period_id smallint not null,
  -- The billing period that a scheduled downgrade will change to, or 0.
  future_period_id smallint not null default 0,
  schedule_id text,
  status text not null check (status in
    ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled')),
  renews boolean not null,
  started_at timestamptz not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  trial_end timestamptz,
  ended_at timestamptz,
  price_cents integer not null,
  -- The amount of the next bill, before credit.
  next_cents integer not null,
  coupon_id text,
  read_at timestamptz not null default now(),
  primary key (user_id, subscription_id)
);
create unique index subscription_by_id on subscription (subscription_id);

-- Kept for the accounts when the user is erased; user_id then refers to no one.
create table invoice (
  user_id bigint not null,
  invoice_id text not null,
  subscription_id text,
  product_id smallint,
  period_id smallint,
  number text,
  status text not null check (status in ('draft', 'open', 'paid', 'void', 'uncollectible')),
  subtotal_cents integer not null,
  discount_cents integer not null,
  total_cents integer not null,
  -- Amounts paid from the user's credit, and by card.
  credit_cents integer not null,
  paid_cents integer not null,
  due_cents integer not null,
  refunded_cents integer not null default 0,
  disputed boolean not null default false,
  promotion_code_id text,
  coupon_id text,
  -- The time that the invoice's service lines cover.
  period_start timestamptz not null,
  period_end timestamptz not null,
  created_at timestamptz not null,
  paid_at timestamptz,
  next_attempt_at timestamptz,
  read_at timestamptz not null default now(),
  primary key (user_id, invoice_id)
);
create unique index invoice_by_id on invoice (invoice_id);
create index invoice_paid on invoice (paid_at) where paid_at is not null;

-- Written before the first request to the payment provider, so that after a crash at any point the operation can be
-- completed or reverted.
create table billing_operation (
  user_id bigint not null references users on delete cascade,
  operation_id uuid not null,
  kind text not null check (kind in ('subscribe', 'upgrade', 'downgrade', 'cancel-downgrade', 'renewal', 'card', 'credit', 'refund', 'trial')),
  product_id smallint,
  subscription_id text,
  -- The request. The same request made again while the operation runs gets this operation's response.
  request jsonb not null,
  -- The caller's Idempotency-Key. For a day, requests with the same key get this operation's response.
  asked_key text,
  quoted_at timestamptz,
  state text not null check (state in ('started', 'requires_action', 'done', 'failed')),
  -- The last step known to be done, what to restore if the operation fails, and the payment provider's ids.
  step text not null default '',
  before jsonb not null default '{}',
  ids jsonb not null default '{}',
  answer jsonb,
  error jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, operation_id)
);
-- One operation at a time per user, who has only one card and one credit balance.
create unique index billing_operation_open on billing_operation (user_id) where state in ('started', 'requires_action');
create index billing_operation_keyed on billing_operation (user_id, asked_key) where asked_key is not null;
create index billing_operation_pending on billing_operation (updated_at) where state in ('started', 'requires_action');

-- The price last quoted to a user for a purchase or a change, and the time it was quoted for.
create table billing_quote (
  user_id bigint not null references users on delete cascade,
  product_id smallint not null,
  subscription_id text not null default '',
  period_id smallint not null,
  promotion_code_id text not null default '',
  amount_cents integer not null,
  quoted_at timestamptz not null,
  primary key (user_id, product_id, subscription_id, period_id, promotion_code_id)
);

-- Webhook events received from the payment provider, each once. An event is applied by reading its object again, under
-- the customer's lock.
create table billing_event (
  event_id text primary key,
  type text not null,
  customer_id text,
  object_id text,
  created_at timestamptz not null,
  received_at timestamptz not null default now(),
  applied_at timestamptz,
  attempts smallint not null default 0,
  -- Earliest time of the next attempt after a failure.
  try_at timestamptz not null default now(),
  error text
);
create index billing_event_waiting on billing_event (try_at) where applied_at is null;
create index billing_event_created on billing_event (created_at);

-- Trials used: one per user and product, and one per card and product, ever. user_id 0 is an erased user.
create table trial_taken (
  user_id bigint not null,
  product_id smallint not null,
  card_fingerprint text not null default '',
  taken_at timestamptz not null default now(),
  primary key (user_id, product_id, card_fingerprint)
);

create table invoice_link (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  invoice_id text not null,
  expires_at timestamptz not null
);

-- The subscription that pays for the holding; null if the holding was granted.
alter table holding add column subscription_id text;
create unique index holding_of_subscription on holding (user_id, subscription_id) where subscription_id is not null;
