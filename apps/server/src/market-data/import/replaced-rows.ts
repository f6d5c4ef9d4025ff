import type { Tx } from '../../db/database.ts'
import { setForTriggers } from '../../db/spread.ts'
import { atOneMoment } from '../store/at-one-moment.ts'

/**
 * Tables whose rows several uploads share. For each: the key columns (`key`), queries for references to a row
 * (`usedBy`), and the values that a rollback writes to an added row that has been referenced since (`blank`).
 */
const places = {
  stock: {
    key: ['exchange', 'stock_code'],
    usedBy: [
      `select from bars_before(it.exchange, it.stock_code, 'infinity', 1)`,
      ...[
        'finlist_pick',
        'fundamental',
        'watchlist_stock',
        'market_snapshot_price',
        'profit_alert',
        'chart_pattern',
      ].map(table => `select from ${table} u where u.exchange = it.exchange and u.stock_code = it.stock_code`),
      `select from newest_holdings(it.stock_code, 'infinity') where it.exchange = 'HKEX'`,
    ],
    blank: {
      is_index: false,
      stock_name: '',
      stock_name_zh: '',
      sector: '',
      sector_zh: '',
      sub_sector: '',
      sub_sector_zh: '',
      profile_info: '',
      profile_info_zh: '',
    },
  },
  practice_stock: {
    key: ['space', 'stock_code'],
    usedBy: [`select from bars_before(it.space, it.stock_code, 'infinity', 1)`],
    blank: { stock_name: '', stock_name_zh: '', start_date: null, resolution: '1D' },
  },
  game_level: { key: ['playlist_id', 'level_id'], usedBy: [], blank: {} },
  chart_pattern: { key: ['exchange', 'pattern_id'], usedBy: [], blank: {} },
  video: { key: ['list', 'vimeo_id'], usedBy: [], blank: {} },
  corporate_action: { key: ['exchange', 'stock_code', 'ex_date', 'kind'], usedBy: [], blank: {} },
  listing: { key: ['exchange', 'stock_code', 'listed_on'], usedBy: [], blank: {} },
  market_closing: { key: ['exchange', 'date'], usedBy: [], blank: {} },
  exchange_rate: { key: ['currency', 'date'], usedBy: [], blank: {} },
  profit_alert: { key: ['exchange', 'stock_code', 'released_at'], usedBy: [], blank: {} },
} as const
type Place = keyof typeof places

/**
 * Records changes in the tables of `places` from now until the end of the transaction, for a rollback. Returns the
 * upload's id.
 */
export async function beginKeeping(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ upload_id: number }>(
    `select nextval(pg_get_serial_sequence('upload', 'upload_id')) as upload_id`,
  )
  const { upload_id: uploadId } = rows[0]!
  await atOneMoment(tx)
  await setForTriggers(tx, 'finlist.upload', String(uploadId))
  return uploadId
}

/**
 * Reverts the upload's changes column by column. A column that a later upload changed again keeps its value, and that
 * upload takes over the older value for its own rollback. Other columns are restored unless something other than an
 * upload changed them. A row that the upload added is deleted, or blanked if it has been referenced since.
 */
export async function putBackReplaced(tx: Tx, uploadId: number): Promise<void> {
  await tx.query(
    `with mine as (select place, key, name, before, before -> name as was from replaced_row, jsonb_object_keys(after) name
       where upload_id = $1),
     later as (select distinct on (place, key, name) next.upload_id, place, key, name, was, mine.before
       from mine join replaced_row next using (place, key)
       where next.upload_id > $1 and next.after ? name order by place, key, name, next.upload_id),
     told as (select upload_id, place, key, before is null as added,
         jsonb_object_agg(name, coalesce(was, $2::jsonb -> place -> name, 'null')) as columns
       from later group by upload_id, place, key, before is null),
     moved as (update replaced_row next
       set before = case when told.added then null else next.before || told.columns end
       from told where (next.upload_id, next.place, next.key) = (told.upload_id, told.place, told.key)
         and next.before is not null)
     update replaced_row set after = after - names from (select place, key, array_agg(name) as names from later group by 1, 2) gone
     where upload_id = $1 and (replaced_row.place, replaced_row.key) = (gone.place, gone.key)`,
    [uploadId, JSON.stringify(Object.fromEntries(Object.entries(places).map(([place, { blank }]) => [place, blank])))],
  )
  for (const place of Object.keys(places) as Place[]) await putBackIn(tx, uploadId, place)
  await tx.query('delete from replaced_row where upload_id = $1', [uploadId])
}

/** The keys of the rows that the upload changed; call it before the rollback. */
export async function keysReplaced<Key>(tx: Tx, uploadId: number, place: Place): Promise<Key[]> {
  const { rows } = await tx.query<{ key: Key }>('select key from replaced_row where upload_id = $1 and place = $2', [
    uploadId,
    place,
  ])
  return rows.map(({ key }) => key)
}

/** Whether the upload added an index, or changed whether a stock is an index. */
export async function movedAnIndex(tx: Tx, uploadId: number): Promise<boolean> {
  const { rows } = await tx.query(
    `select from replaced_row where upload_id = $1 and place = 'stock'
       and case when before is null then (after ->> 'is_index')::boolean else after ? 'is_index' end limit 1`,
    [uploadId],
  )
  return rows.length > 0
}

async function putBackIn(tx: Tx, uploadId: number, place: Place) {
  const { key, usedBy, blank } = places[place]
  const named = key.map(column => `it.${column} = k.${column}`).join(' and ')
  const kept = `from replaced_row r, jsonb_populate_record(null::${place}, r.key) k
    where r.upload_id = $1 and r.place = '${place}' and ${named}`
  await tx.query(
    `delete from ${place} it using ${kept.slice(5)} and r.before is null and to_jsonb(it) @> r.after
       and not exists (select from replaced_row next
         where next.place = r.place and next.key = r.key and next.upload_id > r.upload_id)
       ${usedBy.map(use => `and not exists (${use})`).join(' ')}`,
    [uploadId],
  )
  const { rows } = await tx.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
       and attgenerated = ''`,
    [place],
  )
  const columns = rows.map(({ name }) => name).filter(name => !(key as readonly string[]).includes(name))
  await tx.query(
    `update ${place} it set (${columns.join(', ')}) =
       (select ${columns.map(name => `back.${name}`).join(', ')} from jsonb_populate_record(it, (
         select coalesce(jsonb_object_agg(name, coalesce(r.before, $2::jsonb) -> name), '{}') from jsonb_each(r.after) a (name, value)
         where to_jsonb(it) -> name = value and coalesce(r.before, $2::jsonb) ? name)) back)
     ${kept} and r.after <> '{}'`,
    [uploadId, JSON.stringify(blank)],
  )
}

/**
 * Whether a user has started a level that the rollback would delete or change in more than its names. Locks the
 * upload's levels, so that none can be started in the meantime.
 */
export async function isPlayed(tx: Tx, uploadId: number): Promise<boolean> {
  await tx.query(
    `select from game_level it, replaced_row r, jsonb_populate_record(null::game_level, r.key) k
     where r.upload_id = $1 and r.place = 'game_level' and it.playlist_id = k.playlist_id and it.level_id = k.level_id
     order by it.playlist_id, it.level_id for update of it`,
    [uploadId],
  )
  const { rows } = await tx.query(
    `select from replaced_row r, jsonb_populate_record(null::game_level, r.key) l
     where r.upload_id = $1 and r.place = 'game_level'
       and (r.before is null or r.after ?| array['stock_code', 'exchange', 'start_date', 'end_date', 'multiplier'])
       and exists (select from game_play p where p.playlist_id = l.playlist_id and p.level_id = l.level_id) limit 1`,
    [uploadId],
  )
  return rows.length > 0
}
