-- One row per market; each server start adds those missing. Tables with a market column reference it.
create table market (exchange text primary key);
insert into market (exchange) values ('HKEX'), ('US'), ('JP'), ('CN'), ('TW');

alter table stock drop constraint stock_exchange_check, add foreign key (exchange) references market;
alter table watchlist_stock drop constraint watchlist_stock_exchange_check, add foreign key (exchange) references market;
alter table market_state drop constraint market_state_exchange_check, add foreign key (exchange) references market;
alter table breadth drop constraint breadth_exchange_check, add foreign key (exchange) references market;
alter table uploaded_breadth drop constraint uploaded_breadth_exchange_check, add foreign key (exchange) references market;
alter table breadth_due drop constraint breadth_due_exchange_check, add foreign key (exchange) references market;
alter table market_snapshot drop constraint market_snapshot_exchange_check, add foreign key (exchange) references market;
alter table profit_alert drop constraint profit_alert_exchange_check, add foreign key (exchange) references market;

-- A level may be in GAME, and a message may address a group of users: neither is a market.
alter table game_level drop constraint game_level_exchange_check,
  add column market text generated always as (nullif(exchange, 'GAME')) stored references market;
alter table system_message drop constraint system_message_target_check,
  add column market text generated always as (case when target in ('ALL', 'PAID', 'SUNDAY_CLUB') then null else target end)
    stored references market;
