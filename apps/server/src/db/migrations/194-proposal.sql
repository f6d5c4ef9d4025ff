-- A weekly list of a market as proposed by the method or the operator's own program. `body` is its canonical text,
-- `inputs_hash` the hash of the bars and splits it was made from, `prices_at` when those were last published.
create table proposal (
  exchange text not null references market,
  issue_date date not null,
  method_id text not null,
  constants text not null,
  inputs_hash text not null,
  eligible integer not null,
  body text not null,
  facts jsonb not null,
  departures jsonb,
  previous_date date,
  prices_at timestamptz,
  made_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'handed-in', 'published', 'dropped')),
  handed_in_by bigint references users on delete set null,
  handed_in_at timestamptz,
  published_by bigint references users on delete set null,
  published_at timestamptz,
  primary key (exchange, issue_date)
);

-- What staff changed in a proposal, and why. `before` and `after` are buy points; `added` holds the row and the facts
-- of an added stock.
create table proposal_edit (
  edit_id bigint generated always as identity primary key,
  exchange text not null,
  issue_date date not null,
  stock_code text not null,
  what text not null check (what in ('veto', 'add', 'change', 'note')),
  before double precision,
  after double precision,
  note text not null default '',
  added jsonb,
  reason text not null check (length(reason) between 20 and 500),
  by_user_id bigint references users on delete set null,
  at timestamptz not null,
  taken_back_at timestamptz,
  taken_back_by bigint references users on delete set null,
  foreign key (exchange, issue_date) references proposal on delete cascade
);
create index proposal_edit_of on proposal_edit (exchange, issue_date, edit_id);

-- Why a week has no proposal yet. `message` is the error of an operator's program.
create table proposal_missing (
  exchange text not null references market,
  issue_date date not null,
  why text not null check (why in ('no-prices', 'too-few-stocks', 'day-held', 'engine-failed')),
  eligible integer,
  eligible_before integer,
  message jsonb,
  prices_at timestamptz,
  told_at timestamptz,
  primary key (exchange, issue_date)
);
