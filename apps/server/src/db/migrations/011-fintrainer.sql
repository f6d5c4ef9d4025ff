-- Levels of FinTrainer's playlists: 1 easy, 2 normal, 3 hard. Their prices are in `bar`, under GAME.
create table game_level (
  playlist_id smallint not null check (playlist_id between 1 and 3),
  level_id integer not null check (level_id between 1 and 1000000),
  exchange text not null check (exchange in ('HKEX', 'US', 'JP', 'CN', 'TW', 'GAME')),
  stock_code text not null,
  stock_name text not null default '',
  stock_name_zh text not null default '',
  start_date date not null,
  end_date date not null check (end_date > start_date),
  -- Prices are multiplied by it before they are shown.
  multiplier double precision not null check (multiplier > 0),
  primary key (playlist_id, level_id)
);

-- A level that a user has started; each can be started only once. All columns may be revealed to the player while it is
-- open: days are numbered and prices are as shown.
create table game_play (
  user_id bigint not null references users on delete cascade,
  playlist_id smallint not null,
  level_id integer not null,
  day integer not null default 1,
  buy_day integer,
  buy_price double precision,
  -- The number of moves made, the last of them, and the day before it, so that a move sent twice gets the same
  -- response.
  steps integer not null default 1,
  last_action text not null default 'start',
  previous_day integer not null default 0,
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (user_id, playlist_id, level_id),
  foreign key (playlist_id, level_id) references game_level,
  check ((buy_day is null) = (buy_price is null)),
  check (buy_day is null or finished_at is null)
);
create unique index game_play_open on game_play (user_id) where finished_at is null;

-- A trade that the server executed, keyed by the move that sold.
create table game_trade (
  user_id bigint not null,
  playlist_id smallint not null,
  level_id integer not null,
  step integer not null,
  buy_day integer not null,
  buy_price double precision not null,
  sell_day integer not null,
  sell_price double precision not null,
  return_rate double precision not null,
  sold_at timestamptz not null,
  saved_at timestamptz,
  -- How often a random trade of the same length gains in this level. It reveals the whole level, so it is set only once
  -- the level is finished.
  random_rate double precision,
  primary key (user_id, playlist_id, level_id, step),
  foreign key (user_id, playlist_id, level_id) references game_play on delete cascade
);

-- Users who have finished every level of a playlist, 0 meaning all playlists; kept when levels are added later.
create table game_place (
  user_id bigint not null references users on delete cascade,
  playlist_id smallint not null check (playlist_id between 0 and 3),
  earned_at timestamptz not null,
  primary key (user_id, playlist_id)
);
create index game_place_of_playlist on game_place (playlist_id);

create function tell_game_place() returns trigger language plpgsql as $$
begin
  perform pg_notify('finlist', 'game ' || coalesce(new.playlist_id, old.playlist_id));
  return null;
end $$;
create trigger game_place_changed after insert or delete on game_place for each row execute function tell_game_place();

-- A user who has finished a playlist may still play levels that are added later.
create function tell_game_trade() returns trigger language plpgsql as $$
begin
  perform pg_notify('finlist', 'game ' || playlist_id) from game_place
    where user_id = new.user_id and playlist_id in (0, new.playlist_id);
  return null;
end $$;
create trigger game_trade_made after insert on game_trade for each row execute function tell_game_trade();
