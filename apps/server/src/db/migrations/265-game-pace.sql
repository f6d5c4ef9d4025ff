-- When the last move of a play was made: a person makes one a second. Null of plays from before, and until the first move.
alter table game_play add column moved_at timestamptz;
