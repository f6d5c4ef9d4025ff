import type { ExchangeId } from '@finlist/domain/markets'
import type { Tx } from '../../../db/database.ts'
import { isSpread } from '../../../db/spread.ts'

/** Tables whose rows move to a stock's new code: those with a market column, and those specific to Hong Kong. */
export const movedTables = {
  anyMarket: [
    'bar',
    'finlist_pick',
    'fundamental',
    'watchlist_stock',
    'chart_pattern',
    'game_level',
    'market_snapshot_price',
    'profit_alert',
    'corporate_action',
    'listing',
    'unconfirmed_bar',
    'doubt',
    'pick_outcome',
    'pick_twins',
    'alert',
    'chart_memory',
    'stock_mark',
    'reconstructed_pick',
    'reported_figure',
    'former_name',
  ],
  hongKong: ['shareholding', 'shareholding_change', 'shareholding_upload', 'replaced_shareholding'],
} as const
/**
 * Moved tables of which users write the rows. A user's row of the other code gives way to the moved one: otherwise
 * somebody with a row of both codes could keep staff from renaming the stock.
 */
const givingWay: readonly string[] = ['stock_mark']
/** Tables with a stock code whose rows are not moved, each with the reason. */
export const unmovedTables = {
  stock: 'the new code gets its texts, and its row is kept for a roll-back',
  board_stock: 'made anew from the bars, which go along',
  pick_figure: 'follows its pick',
  bar_history: 'what bars were, under the code of then',
  corporate_action_history: 'what actions were, under the code of then',
  bar_deletion: 'what was deleted, under the code of then',
  proposal_edit: 'what staff changed of a list, under the code of then',
  alert_firing: 'what an alert saw, under the code of then',
  alert_bar_seen: 'what alerts looked at, under the code of then',
  inbox_item: 'what people were told, under the code of then',
  fundamentals_asked: 'a source is asked again under the new code',
  practice_stock: 'no stock of a market',
  source_refusal: 'what a source said of the code of then',
  demo_truth: 'what the demo market planted under the code it had',
} as const

type Table = { name: string; hasExchange: boolean; key: string[]; codeIsInKey: boolean; columns: string[] }

/** Each table with the columns of its primary key, except market and code. */
async function tablesOf(tx: Tx, exchange: ExchangeId): Promise<Table[]> {
  const names = [...movedTables.anyMarket, ...(exchange === 'HKEX' ? movedTables.hongKong : [])]
  const { rows } = await tx.query<{ name: string; columns: string[]; all: string[] }>(
    `select relname as name, array_agg(attname::text order by attnum) as columns,
       array(select attname::text from pg_attribute where attrelid = indrelid and attnum > 0 and not attisdropped) as all
     from pg_index join pg_class on pg_class.oid = indrelid
       join pg_attribute on attrelid = indrelid and attnum = any(indkey)
     where indisprimary and indrelid = any($1::regclass[]) group by relname, indrelid`,
    [names],
  )
  return names.map(name => {
    const { columns, all } = rows.find(row => row.name === name)!
    return {
      name,
      columns: all,
      hasExchange: !movedTables.hongKong.some(table => table === name),
      key: columns.filter(column => column !== 'exchange' && column !== 'stock_code'),
      codeIsInKey: columns.includes('stock_code'),
    }
  })
}

/** SQL: the rows `t` of the stocks in `incoming_rename`, joined with their rename `i`. $1 is the market. */
const moving = ({ name, hasExchange }: Table) =>
  `${name} t join incoming_rename i on t.stock_code = i.from_code ${hasExchange ? 'and t.exchange = $1' : `and $1 = 'HKEX'`}`

const columnsOf = (row: string, columns: readonly string[]) => columns.map(column => `${row}.${column}`).join(', ')

/** SQL: inserts the rows of the relation `gone` under their `new_code`. */
const insertedAs = ({ name, columns }: Table) =>
  `insert into ${name} (${columns.join(', ')})
   select ${columns.map(column => (column === 'stock_code' ? 'new_code' : column)).join(', ')} from gone`

const sameKey = (one: string, other: string, key: readonly string[]) =>
  key.map(column => `${one}.${column} = ${other}.${column}`).join(' and ')

const canOverlap = ({ name, codeIsInKey }: Table) => codeIsInKey && !givingWay.includes(name)

/** Renames whose new code has rows with the same keys as rows of the old code. */
export async function overlapping(tx: Tx, exchange: ExchangeId) {
  const tables = (await tablesOf(tx, exchange)).filter(canOverlap)
  const each = tables.map(
    table => `(
      with old as materialized (select i.line, i.to_code, ${columnsOf('t', table.key)} from ${moving(table)}),
      there as materialized (select t.stock_code, ${columnsOf('t', table.key)}
        from ${moving(table).replace('i.from_code', 'i.to_code')})
      select line, to_code from old join there on there.stock_code = to_code and ${sameKey('there', 'old', table.key)})`,
  )
  const { rows } = await tx.query<{ line: number; to_code: string; count: number }>(
    `select line, to_code, count(*) as count from (${each.join(' union all ')}) both_ways
     group by line, to_code order by line`,
    [exchange],
  )
  return rows
}

/** The number of rows that would move. */
export async function countMoving(tx: Tx, exchange: ExchangeId): Promise<number> {
  const each = (await tablesOf(tx, exchange)).map(table => `select 1 from ${moving(table)}`)
  const charts = `select 1 from saved_chart c join incoming_rename i on ${namesSymbol('i.from_code')}`
  const { rows } = await tx.query<{ count: number }>(
    `select count(*) as count from (${[...each, charts].join(' union all ')}) every_row`,
    [exchange],
  )
  return rows[0]!.count
}

/** Moves the rows, and stores their keys with the transaction's upload. */
export async function moveRows(tx: Tx, exchange: ExchangeId): Promise<void> {
  const keep = (place: string, keys: string, from: string) =>
    tx.query(
      `insert into renamed_rows (upload_id, place, exchange, from_code, to_code, keys)
       select current_setting('finlist.upload')::bigint, '${place}', $1, i.from_code, i.to_code, ${keys}
       from ${from} group by i.from_code, i.to_code`,
      [exchange],
    )
  await keep(
    'stock',
    `jsonb_agg(to_jsonb(s) || jsonb_build_object('renamed_on', i.renamed_on))`,
    'stock s join incoming_rename i on s.exchange = $1 and s.stock_code = i.from_code',
  )
  await moveStock(tx, exchange)
  for (const table of await tablesOf(tx, exchange)) {
    const key = table.key.map(column => `'${column}', t.${column}`).join(', ')
    await keep(table.name, `jsonb_agg(jsonb_build_object(${key}))`, moving(table))
    const those = `t.stock_code = i.from_code and ${table.hasExchange ? 't.exchange = $1' : `$1 = 'HKEX'`}`
    if (givingWay.includes(table.name))
      await tx.query(
        `delete from ${table.name} there using ${moving(table)}
         where there.exchange = t.exchange and there.stock_code = i.to_code and ${sameKey('there', 't', table.key)}`,
        [exchange],
      )
    await tx.query(
      isSpread(table.name)
        ? `with i as materialized (select * from incoming_rename),
           gone as (delete from ${table.name} t using i where ${those} returning t.*, i.to_code as new_code)
           ${insertedAs(table)}`
        : `with i as materialized (select * from incoming_rename),
           moved as (update ${table.name} t set stock_code = i.to_code from i where ${those}) select`,
      [exchange],
    )
  }
  // A chart that shows both codes is not recorded. Once renamed, its two codes can no longer be distinguished, so a
  // roll-back leaves it unchanged.
  await keep(
    'saved_chart',
    `jsonb_agg(jsonb_build_object('user_id', c.user_id, 'chart_id', c.chart_id))`,
    `saved_chart c join incoming_rename i on ${namesSymbol('i.from_code')} and not ${namesSymbol('i.to_code')}`,
  )
  await tx.query(
    `update saved_chart c set ${withSymbol('i.from_code', 'i.to_code')}
     from incoming_rename i where ${namesSymbol('i.from_code')}`,
    [exchange],
  )
}

const texts = ['stock_name', 'sector', 'sub_sector', 'profile_info'].flatMap(name => [name, `${name}_zh`])

async function moveStock(tx: Tx, exchange: ExchangeId) {
  const columns = `is_index, ${texts.join(', ')}`
  // The new code may already be listed, under a new name.
  const former = (name: string) =>
    `case when there.${name} not in ('', gone.${name}) then gone.${name} else '' end as ${name}`
  await tx.query(
    `insert into former_name (exchange, stock_code, stock_name, stock_name_zh)
     select exchange, from_code, stock_name, stock_name_zh from (
       select gone.exchange, from_code, ${former('stock_name')}, ${former('stock_name_zh')} from incoming_rename
       join stock gone on gone.exchange = $1 and gone.stock_code = from_code
       join stock there on there.exchange = $1 and there.stock_code = to_code) renamed
     where (stock_name, stock_name_zh) <> ('', '')`,
    [exchange],
  )
  await tx.query(
    `insert into stock as there (exchange, stock_code, ${columns})
     select exchange, to_code, ${columns} from stock join incoming_rename on exchange = $1 and stock_code = from_code
     on conflict (exchange, stock_code) do update
       set ${texts.map(text => `${text} = coalesce(nullif(there.${text}, ''), excluded.${text})`).join(', ')}`,
    [exchange],
  )
  await tx.query('delete from stock using incoming_rename where exchange = $1 and stock_code = from_code', [exchange])
  await tx.query(
    `insert into stock_rename (exchange, from_code, to_code, renamed_on)
     select $1, from_code, to_code, renamed_on from incoming_rename`,
    [exchange],
  )
}

/** A regular expression for the symbol (HKEX:0700) that does not match longer codes. $1 is the market. */
const pattern = (code: string) =>
  `$1 || ':' || regexp_replace(${code}, '([.^&-])', '\\\\\\1', 'g') || '(?![A-Z0-9._^&-])'`
/** SQL: whether the chart `c` shows the symbol or has drawings on it. */
const namesSymbol = (code: string) => `(c.symbol || ' ' || c.content) ~ (${pattern(code)})`
const withSymbol = (from: string, to: string) =>
  ['symbol', 'content']
    .map(column => `${column} = regexp_replace(c.${column}, ${pattern(from)}, $1 || ':' || ${to}, 'g')`)
    .join(', ')

/** Whether moving rows back would collide with an existing key. */
export async function takenSince(tx: Tx, uploadId: number): Promise<boolean> {
  const exchange = await exchangeOf(tx, uploadId)
  if (exchange === undefined) return false
  for (const table of await tablesOf(tx, exchange)) {
    if (!canOverlap(table)) continue
    const { rowCount } = await tx.query(
      `${movedRows(table)} select 1 from ${table.name} t join moved k
         on ${exchangeOfRow(table)} t.stock_code = k.from_code and ${sameKey('t', 'k', table.key)} limit 1`,
      [uploadId],
    )
    if (rowCount !== 0) return true
  }
  return false
}

/** Moves the upload's rows back. Returns the earliest day of its renames. */
export async function moveBack(tx: Tx, uploadId: number): Promise<string | undefined> {
  const exchange = await exchangeOf(tx, uploadId)
  if (exchange === undefined) return undefined
  for (const table of await tablesOf(tx, exchange)) {
    const those = `${exchangeOfRow(table)} t.stock_code = k.to_code and ${sameKey('t', 'k', table.key)}`
    if (givingWay.includes(table.name))
      await tx.query(
        `${movedRows(table)} delete from ${table.name} t using moved k
         where ${exchangeOfRow(table)} t.stock_code = k.from_code and ${sameKey('t', 'k', table.key)}`,
        [uploadId],
      )
    await tx.query(
      isSpread(table.name)
        ? `${movedRows(table)}, gone as (delete from ${table.name} t using moved k where ${those}
             returning t.*, k.from_code as new_code)
           ${insertedAs(table)}`
        : `${movedRows(table)}, back as (update ${table.name} t set stock_code = k.from_code from moved k where ${those})
           select`,
      [uploadId],
    )
  }
  await tx.query(
    `update saved_chart c set ${withSymbol('r.to_code', 'r.from_code')} from renamed_rows r,
       jsonb_array_elements(r.keys) it, jsonb_populate_record(null::saved_chart, it) k
     where r.upload_id = $2 and r.place = 'saved_chart' and ${sameKey('c', 'k', ['user_id', 'chart_id'])}`,
    [exchange, uploadId],
  )
  const { rows } = await tx.query<{ day: string }>(
    `with moved as (select r.exchange, r.from_code, it from renamed_rows r, jsonb_array_elements(r.keys) it
       where r.upload_id = $1 and r.place = 'stock'),
     undone as (delete from stock_rename s using moved m
       where (s.exchange, s.from_code, s.renamed_on) = (m.exchange, m.from_code, (m.it ->> 'renamed_on')::date)
       returning s.renamed_on),
     back as (insert into stock select k.* from moved, jsonb_populate_record(null::stock, it) k on conflict do nothing)
     select min(renamed_on) as day from undone`,
    [uploadId],
  )
  // The old code has its name again.
  await tx.query(
    `delete from former_name f using renamed_rows r, stock s
     where r.upload_id = $1 and r.place = 'stock' and (s.exchange, s.stock_code) = (r.exchange, r.from_code)
       and (f.exchange, f.stock_code) = (s.exchange, s.stock_code)
       and f.stock_name in ('', s.stock_name) and f.stock_name_zh in ('', s.stock_name_zh)`,
    [uploadId],
  )
  await tx.query('delete from renamed_rows where upload_id = $1', [uploadId])
  return rows[0]?.day
}

/** SQL that defines `moved`: the upload's renames, with the keys of the table's rows that they moved. */
const movedRows = ({ name, key }: Table) =>
  `with moved as materialized (
     select r.exchange, r.from_code, r.to_code, ${columnsOf('k', key)}
     from renamed_rows r, jsonb_array_elements(r.keys) it, jsonb_populate_record(null::${name}, it) k
     where r.upload_id = $1 and r.place = '${name}')`
const exchangeOfRow = ({ hasExchange }: Table) => (hasExchange ? 't.exchange = k.exchange and' : '')

async function exchangeOf(tx: Tx, uploadId: number): Promise<ExchangeId | undefined> {
  const { rows } = await tx.query<{ exchange: ExchangeId }>(
    'select exchange from renamed_rows where upload_id = $1 limit 1',
    [uploadId],
  )
  return rows[0]?.exchange
}
