-- How a user has chosen to display a list.
create table list_view (
  user_id bigint not null references users on delete cascade,
  list text not null,
  view jsonb not null,
  changed_at timestamptz not null default product_now(),
  primary key (user_id, list)
);

-- A position's rank in its list; positions without one come last. `note` is the owner's text.
alter table watchlist_stock add column place integer, add column note text not null default '';

-- A recently removed position with all its columns, so that it can be restored.
create table removed_position (
  user_id bigint not null,
  watchlist_id bigint not null,
  watchlist_stock_id bigint not null,
  position jsonb not null,
  removed_at timestamptz not null default product_now(),
  primary key (user_id, watchlist_stock_id),
  foreign key (user_id, watchlist_id) references watchlist on delete cascade
);
create index removed_position_of_list on removed_position (user_id, watchlist_id);
