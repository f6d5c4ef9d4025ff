import { type DemoMarket, demoMarket } from '@finlist/demo-market/market'
import { datesShown, hideOne, holdingsOf, settlementDates } from '@finlist/demo-market/shareholding'
import { addDays, type Day, dayAt, isTradingDay, previousTradingDay } from '@finlist/domain/calendar'
import type { Database, Tx } from '../db/database.ts'
import { publish } from '../db/topics.ts'
import { computeDueChanges, shareholdingsAreDue } from '../market-data/shareholding/compute-shareholding-changes.ts'
import { copyRows } from './copy-rows.ts'

const pickedWeeks = 8
/** Every third large stock has holdings (large stocks are at even positions). */
const heldEvery = 6

/** The time of day, in Hong Kong, at which the day's holdings count as published. */
const knownFrom = '22:00'

/**
 * Writes the holdings on settlement dates from `from` on, for some large stocks and the picks of the last eight weeks'
 * issues, and computes the changes. Skips dates for which a user has uploaded holdings. Returns the number of holdings.
 */
export async function writeHoldings(tx: Tx, market: DemoMarket, from: Day): Promise<number> {
  const there = await tx.query<{ date: Day }>('select shareholding_date as date from settlement_date')
  const known = new Set(there.rows.map(({ date }) => date))
  const dates = settlementDates(market)
    .slice(-datesShown)
    .filter(date => date >= from && !known.has(date))
  if (dates.length === 0) return 0
  const picked = await tx.query<{ stock_code: string }>(
    `select distinct stock_code from finlist_pick where exchange = 'HKEX' and issue_date >= $1`,
    [addDays(market.days.at(-1)!, -7 * pickedWeeks)],
  )
  const codes = new Set(picked.rows.map(row => row.stock_code))
  const held = market.stocks.filter(({ listing }) => listing.ordinal % heldEvery === 0 || codes.has(listing.stockCode))
  function* holdings() {
    for (const stock of held) {
      const told = holdingsOf(market, stock, dates)
      if (stock === held[0] && !from) hideOne(told)
      for (const it of told)
        yield [
          it.stockCode,
          it.date,
          it.participantId,
          it.participantName,
          it.shareholding,
          it.shareholdingPercent,
        ] as const
    }
  }
  const columns = 'stock_code shareholding_date participant_id participant_name shareholding shareholding_percent'
  const written = await copyRows(tx, 'shareholding', columns.split(' '), holdings())
  await shareholdingsAreDue(tx, dates)
  await computeDueChanges(tx)
  await publish(tx, 'shareholding:HKEX')
  return written
}

/**
 * Adds the holdings on settlement dates newer than those loaded; does nothing if no holdings were loaded. Returns the
 * number of holdings.
 */
export async function bringDemoHoldings(
  database: Database,
  { seed, now }: { seed: string; now: number },
): Promise<number> {
  const { rows } = await database.pool.query<{ start: Day; newest: Day | null }>(
    `select state ->> 'startDate' as start, (select max(shareholding_date) from settlement_date) as newest
     from demo_part where name = 'market HKEX'`,
  )
  const loaded = rows[0]
  const last = lastDayOver(now)
  if (!loaded?.newest || loaded.newest >= last) return 0
  const market = demoMarket({ seed, exchange: 'HKEX', startDate: loaded.start, asOf: last })
  return await database.load(tx => writeHoldings(tx, market, addDays(loaded.newest!, 1)), {
    keep: true,
  })
}

function lastDayOver(now: number): Day {
  const today = dayAt('HKEX', now)
  const over = isTradingDay('HKEX', today) && now >= Date.parse(`${today}T${knownFrom}:00+08:00`)
  return over ? today : previousTradingDay('HKEX', today)
}
