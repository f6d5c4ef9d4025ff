import type { ScreenBody } from '@finlist/contract/screener'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Right } from '@finlist/domain/plans/rights'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import type { InboxFacts, UpTo } from '../../../db/tables/alerts.ts'
import { ClientError } from '../../../http/client-errors.ts'
import type { ReadColumns } from '../../../market-data/screen/market-columns.ts'
import { screenMarkets } from '../../../market-data/screen/screening.ts'
import { readWatched } from '../../../market-data/screen/store.ts'
import { type FireParts, fire } from './fired.ts'
import type { Look } from './looked-at.ts'

export type ScreenParts = FireParts & { screenColumns: ReadColumns }

type AlertOnScreen = {
  alert_id: number
  user_id: number
  screen_id: number
  members: string[] | null
  name: string
  definition: Omit<ScreenBody, 'name'>
}
type Fired = { alertId: number; facts: InboxFacts }

const none: ReadonlySet<Right> = new Set()
const atOnce = 100
/** The maximum number of stocks named in one notification, each of those that entered and those that left. */
const mostNamed = 10

/**
 * Finds alerts whose screen has other stocks on the board's day than on the last day evaluated. The first evaluation of
 * an alert only remembers its stocks. An alert whose owner may not see a figure of its screen is left as it is.
 */
export async function matchScreens(tx: Tx, { exchange }: Look, parts: ScreenParts): Promise<UpTo> {
  const { board } = await parts.screenColumns(exchange, [])
  const day = board.date
  if (day === null) return {}
  const known = new Map<string, readonly string[] | undefined>()
  for (let after = 0; ; ) {
    const { rows } = await sql<AlertOnScreen>`
      select alert_id, alert.user_id, screen_id, members, name, definition
      from alert join screen using (user_id, screen_id)
      where kind = 'screen' and exchange = ${exchange} and definition -> 'markets' ? ${exchange} and not paused and alert_id > ${after}
        and (members_on is null or members_on < ${day}) order by alert_id limit ${atOnce}`.execute(tx)
    const rights = await parts.people.rightsOf([...new Set(rows.map(row => row.user_id))])
    const fired: Fired[] = []
    for (const row of rows) {
      const members = await membersNow(parts, exchange, row, rights.get(row.user_id) ?? none, known)
      if (!members) continue
      const facts = row.members && changesBetween(row.members, members)
      if (facts)
        fired.push({ alertId: row.alert_id, facts: { ...facts, name: row.name, date: day, screenId: row.screen_id } })
      await sql`update alert set members = ${JSON.stringify(members)}::jsonb, members_on = ${day} where alert_id = ${row.alert_id}`.execute(
        tx,
      )
    }
    if (fired.length > 0)
      await fire(
        tx,
        sql`select alert_id, '', ${day}::text, null::jsonb, facts from unnest(${fired.map(it => it.alertId)}::bigint[],
          ${fired.map(it => JSON.stringify(it.facts))}::jsonb[]) as changed(alert_id, facts)`,
      )
    if (rows.length < atOnce) return { day }
    after = rows.at(-1)!.alert_id
  }
}

/**
 * The codes of the screen's stocks in the market; undefined if the owner may not see them. People with the same rights
 * and the same query share an answer in `known`, unless it depends on their watchlist.
 */
async function membersNow(
  { screenColumns, database: { db }, config }: ScreenParts,
  exchange: ExchangeId,
  { user_id, definition: { scope, watchlistId, query } }: AlertOnScreen,
  rights: ReadonlySet<Right>,
  known: Map<string, readonly string[] | undefined>,
): Promise<readonly string[] | undefined> {
  const key = JSON.stringify([scope, query, [...rights].toSorted()])
  if (scope !== 'watchlist' && known.has(key)) return known.get(key)
  const asked = { markets: [exchange], scope, watchlistId, query, columns: [], from: 0, most: Infinity }
  const members = await screenMarkets(
    { ...asked, sort: { by: 'code', down: false } },
    { rights },
    {
      columnsOf: screenColumns,
      config,
      watched: (of, id) => readWatched(db, user_id, { exchange: of, watchlistId: id }),
    },
  ).then(
    ({ markets, rows }) => (markets[0]!.leftOut === undefined ? rows.map(({ stockCode }) => stockCode) : undefined),
    (error: unknown) => {
      if (error instanceof ClientError) return undefined
      throw error
    },
  )
  known.set(key, members)
  return members
}

/** The stocks that entered and left, in words; undefined if there are none. */
function changesBetween(before: readonly string[], now: readonly string[]): InboxFacts | undefined {
  const [was, is] = [new Set(before), new Set(now)]
  const entered = now.filter(code => !was.has(code))
  const left = before.filter(code => !is.has(code))
  if (entered.length + left.length === 0) return undefined
  return { entered: named(entered), left: named(left) }
}

const named = (codes: readonly string[]) =>
  codes.length > mostNamed ? `${codes.slice(0, mostNamed).join(', ')} …` : codes.join(', ')
