-- A person's own scale of a level's prices, applied to what they are told; the prices of plays and trades are common to all.
-- 1 of plays from before.
alter table game_play add column scale double precision not null default 1;
