create table watchlist (
  user_id bigint not null references users on delete cascade,
  watchlist_id bigint generated always as identity,
  watchlist_name text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, watchlist_id)
);

-- A position. A watchlist may have several of the same stock. buy_price in the market's currency.
create table watchlist_stock (
  user_id bigint not null,
  watchlist_stock_id bigint generated always as identity,
  watchlist_id bigint not null,
  exchange text not null check (exchange in ('HKEX', 'US', 'JP', 'CN', 'TW')),
  stock_code text not null,
  buy_price numeric(14, 4) not null check (buy_price >= 0),
  shares bigint not null check (shares > 0),
  created_at timestamptz not null default now(),
  primary key (user_id, watchlist_stock_id),
  foreign key (user_id, watchlist_id) references watchlist on delete cascade
);
create index watchlist_stock_of_list on watchlist_stock (user_id, watchlist_id);

create table finder_filter_set (
  user_id bigint not null references users on delete cascade,
  finder_filter_set_id bigint generated always as identity,
  finder_filter_set_name text not null,
  filters jsonb not null,
  created_at timestamptz not null default now(),
  primary key (user_id, finder_filter_set_id)
);

-- Notifies processes that cache a user's positions.
create function tell_positions_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('finlist', 'positions ' || coalesce(new.user_id, old.user_id));
  return null;
end $$;
create trigger watchlist_changed after update or delete on watchlist for each row execute function tell_positions_changed();
create trigger watchlist_stock_changed after insert or update or delete on watchlist_stock
  for each row execute function tell_positions_changed();
