-- A user's own scale for a level's prices, applied to what they are shown; stored prices are unscaled. 1 for older
-- plays.
alter table game_play add column scale double precision not null default 1;
