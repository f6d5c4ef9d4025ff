-- A stock's figures by name, so that another one needs no column. The named columns stay for the version before.
alter table board_stock add column figures jsonb not null default '{}';
alter table pick_figure add column figures jsonb not null default '{}';
update board_stock
set figures = jsonb_build_object('volumeMultiple', volume_multiple, 'rank', rank, 'highDistance', high_distance);
update pick_figure
set figures = jsonb_build_object('volumeMultiple', volume_multiple, 'rank', rank, 'highDistance', high_distance);
