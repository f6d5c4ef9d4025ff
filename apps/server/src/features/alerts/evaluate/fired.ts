import type { AlertKind } from '@finlist/domain/alerts/kind-names'
import { alertRules } from '@finlist/domain/alerts/kinds'
import { type ExchangeId, marketOf } from '@finlist/domain/markets'
import type { Right } from '@finlist/domain/plans/rights'
import { type RawBuilder, sql } from 'kysely'
import type { People } from '../../../auth/people.ts'
import type { Config } from '../../../config.ts'
import type { Database, Tx } from '../../../db/database.ts'
import type { InboxFacts } from '../../../db/tables/alerts.ts'
import { mayBeTold } from '../../../notifications/inbox/may-be-told.ts'
import { type ToldItem, tell } from '../../../notifications/inbox/tell.ts'
import { mostOf } from '../own-alerts.ts'
import type { SeenBar } from '../store.ts'

/** Maximum number of alerts processed per transaction, and so without a pause on the main thread. */
const atOnce = 50

export type FireParts = { database: Database; people: Pick<People, 'rightsOf'>; config: Config }

/** Creates a temporary table for fired alerts; it is dropped at the end of the transaction. */
export const openFired = (tx: Tx) =>
  tx.query(
    `create temp table fired (place bigint generated always as identity primary key, alert_id bigint not null,
       stock_code text not null, seen text not null, bar jsonb, facts jsonb not null) on commit drop`,
  )

/**
 * Adds fired alerts, in the order in which they will be reported. `matches` is a query for the alert id, the stock code
 * or '', the triggering event, the bar or null, and the values to show in the message.
 */
export const fire = (tx: Tx, matches: RawBuilder<unknown>) =>
  sql`insert into fired (alert_id, stock_code, seen, bar, facts)
    with found as materialized (${matches}) select * from found`.execute(tx)

type Fired = {
  place: number
  alert_id: number
  user_id: number
  kind: AlertKind
  exchange: ExchangeId
  /** The stock of a single-stock alert; null for an alert on several stocks. */
  own_stock: string | null
  stock_code: string
  seen: string
  bar: SeenBar | null
  facts: InboxFacts
  note: string
  stock_name: string | null
  stock_name_zh: string | null
}

/**
 * Notifies users of fired alerts in batches, one transaction each, so that locks are held only briefly. After an
 * interruption, nobody is notified twice.
 */
export async function tellFired(tx: Tx, parts: FireParts): Promise<number> {
  let told = 0
  await keepFirstOfDay(tx)
  await keepWithinTerms(tx)
  for (let after = 0; ; ) {
    const { rows } = await sql<Fired>`
      select place, f.alert_id, user_id, kind, a.exchange, a.stock_code as own_stock, f.stock_code, seen, bar, facts,
        a.note, stock_name, stock_name_zh
      from fired f join alert a using (alert_id)
      left join stock s on s.exchange = a.exchange and s.stock_code = f.stock_code
      where place > ${after} and not ${isKnown}
      order by place limit ${atOnce}`.execute(tx)
    if (rows.length > 0) told += await tellPiece(parts, rows)
    if (rows.length < atOnce) return told
    after = rows.at(-1)!.place
  }
}

/**
 * Keeps the earliest match per alert, stock and day. If several snapshots of a day are evaluated together, the alert
 * then fires on the same one as if each had been evaluated on arrival.
 */
const keepFirstOfDay = (tx: Tx) =>
  sql`delete from fired using (
      select place, row_number() over (partition by alert_id, stock_code, seen order by bar ->> 'takenAt', place) as nth
      from fired) again
    where again.place = fired.place and again.nth > 1`.execute(tx)

/**
 * Drops events after an alert's end and, of an alert that fires once, all but the first that it has not fired for. An
 * event counts by its own day, however late it is evaluated.
 */
const keepWithinTerms = (tx: Tx) =>
  sql`delete from fired using (
      select place, on_day > a.expires_on as is_late, a.once,
        row_number() over (partition by alert_id order by on_day, bar ->> 'takenAt', place) as nth,
        exists (select from alert_done done where done.alert_id = a.alert_id) as is_done
      from (select *, (case when bar is null then facts ->> 'date' else seen end)::date as on_day from fired) f
      join alert a using (alert_id)
      where (a.once or a.expires_on is not null) and not ${isKnown}) due
    where due.place = fired.place and (coalesce(is_late, false) or once and (is_done or nth > 1))`.execute(tx)

/** SQL, for the match `f` of the alert `a`: whether the alert has already fired for it. */
const isKnown = sql`exists (select from alert_firing known where known.alert_id = f.alert_id
  and known.stock_code = case when a.stock_code is null then f.stock_code else '' end and known.seen = f.seen)`

async function tellPiece({ database, people, config }: FireParts, fired: readonly Fired[]): Promise<number> {
  const rights = await people.rightsOf([...new Set(fired.map(row => row.user_id))])
  const none: ReadonlySet<Right> = new Set()
  const may = fired.filter(row => mayBeTold(config, row, rights.get(row.user_id) ?? none))
  if (may.length === 0) return 0
  const rows = may.toSorted((one, other) => one.alert_id - other.alert_id)
  return await database.transaction(async tx => {
    const { rows: came } = await sql<{ alert_id: number; stock_code: string; seen: string }>`
      with came as (
        select * from unnest(${rows.map(row => row.alert_id)}::bigint[], ${rows.map(keptStock)}::text[], ${rows.map(row => row.seen)}::text[],
          ${rows.map(row => (row.bar ? JSON.stringify(row.bar) : null))}::jsonb[], ${rows.map(row => mostOf(rights.get(row.user_id)!))}::int[])
          as came(alert_id, stock_code, seen, bar, most)),
      there as (
        select came.*, a.once from came join alert a using (alert_id) join users u using (user_id)
        where not a.paused and (select count(*) from alert older where older.user_id = a.user_id and older.alert_id < a.alert_id and older.deleted_at is null) < came.most
        order by came.alert_id for key share of u, a),
      done as (insert into alert_done (alert_id) select alert_id from there where once on conflict do nothing returning alert_id)
      insert into alert_firing (alert_id, stock_code, seen, bar) select alert_id, stock_code, seen, bar from there
      where not once or alert_id in (select alert_id from done)
      on conflict do nothing returning alert_id, stock_code, seen`.execute(tx)
    const fresh = new Set(came.map(key => `${key.alert_id} ${key.stock_code} ${key.seen}`))
    const items = may.filter(row => fresh.has(keyOf(row))).map(itemOf)
    await tell(tx, await withoutNamed(tx, items))
    return came.length
  })
}

/**
 * The stock code stored with a firing. Empty for a single-stock alert: the alert follows its stock to a new code, and
 * earlier firings must still be recognised.
 */
const keptStock = ({ own_stock, stock_code }: Fired) => (own_stock === null ? stock_code : '')
const keyOf = (row: Fired) => `${row.alert_id} ${keptStock(row)} ${row.seen}`

/**
 * Key of an event: kind, stock and day; for alerts with a value, also the snapshot's time. A user is notified once per
 * event, even if it fired several of their alerts. If a bar reached the values of several alerts, only the furthest
 * value is reported, because the match queries sort it first.
 */
const eventOf = ({ kind, exchange, stock_code, seen, bar, facts }: Fired) => {
  if (kind === 'screen') return `alert screen ${exchange} ${facts['screenId']} ${seen}`
  const moment = bar?.takenAt !== undefined && alertRules[kind].value !== 'none' ? ` ${bar.takenAt}` : ''
  return `alert ${kind} ${exchange} ${stock_code} ${seen}${moment}`
}

/** Omits items about single stocks that entered or left a list if the user is also notified of the whole list. */
async function withoutNamed(tx: Tx, items: readonly ToldItem[]): Promise<readonly ToldItem[]> {
  const single = items.filter(({ kind, stockCode }) => isListChange(kind) && stockCode !== undefined)
  if (single.length === 0) return items
  const { rows } = await sql<{ user_id: number; source: string; list: string }>`
    select user_id, source, facts ->> 'list' as list from inbox_item
    where (user_id, source) in (select * from unnest(${single.map(it => it.userId)}::bigint[], ${single.map(ofWholeList)}::text[]))`.execute(
    tx,
  )
  const here = items.filter(({ kind, stockCode }) => isListChange(kind) && stockCode === undefined)
  const named = new Map([
    ...rows.map(({ user_id, source, list }) => [`${user_id} ${source}`, list] as const),
    ...here.map(({ userId, source, facts }) => [`${userId} ${source}`, String(facts['list'])] as const),
  ])
  return items.filter(
    it =>
      !single.includes(it) ||
      !named
        .get(`${it.userId} ${ofWholeList(it)}`)
        ?.replace(' …', '')
        .split(', ')
        .includes(it.stockCode!),
  )
}

const isListChange = (kind: ToldItem['kind']) => kind === 'entered' || kind === 'left'
const ofWholeList = ({ source, stockCode }: ToldItem) => source.replace(` ${stockCode} `, '  ')

function itemOf(row: Fired): ToldItem {
  const { kind, exchange, bar } = row
  const stockCode = row.stock_code || undefined
  const date = bar ? row.seen : String(row.facts['date'])
  const facts: InboxFacts = {
    ...row.facts,
    date,
    ...(row.stock_name && { name: row.stock_name }),
    ...(row.stock_name_zh && { nameZh: row.stock_name_zh }),
    ...(bar && { close: bar.close, high: bar.high }),
    ...(bar && bar.volume !== null && { volume: bar.volume }),
    ...(bar?.takenAt && { takenAt: bar.takenAt }),
    ...(bar?.unconfirmed && { unconfirmed: 1 }),
    ...(row.note && { note: row.note }),
  }
  return {
    userId: row.user_id,
    kind,
    source: eventOf(row),
    exchange,
    ...(stockCode && { stockCode }),
    facts,
    link: linkOf(kind, exchange, stockCode, facts),
  }
}

/** The path of the page that shows the event. */
function linkOf(kind: AlertKind, exchange: ExchangeId, stockCode: string | undefined, facts: InboxFacts): string {
  const { linkSuffix } = marketOf(exchange)
  switch (kind) {
    case 'issue':
    case 'entered':
    case 'left':
      return `/finlist-${linkSuffix}?issueDate=${facts['date']}`
    case 'state':
      return `/markettrend-${linkSuffix}`
    case 'screen':
      return `/screener?screen=${facts['screenId']}`
    case 'profit-alert':
      return '/stock-news-hk'
    case 'shareholding':
      return '/top-shareholding-change'
    case 'stop':
    case 'chase':
      return '/watchlist'
    default:
      return `/interactive-chart?symbol=${encodeURIComponent(`${exchange}:${stockCode}`)}`
  }
}
