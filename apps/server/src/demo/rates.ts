import { addDays, type Day, dayAt, weekday } from '@finlist/domain/calendar'
import type { Currency } from '@finlist/domain/markets'
import { Random } from '@finlist/domain/random'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { publish } from '../db/topics.ts'
import { seed } from './market.ts'

/** For each currency, the rate in Hong Kong dollars around which invented rates move, and by how much. */
const levels: Partial<Record<Currency, [hkd: number, reach: number]>> = {
  USD: [7.8, 0.004],
  JPY: [0.0515, 0.03],
  CNY: [1.085, 0.012],
  TWD: [0.245, 0.02],
}
const daysBack = 30

/** Adds the missing invented exchange rates for weekdays before today. */
export async function loadDemoRates(database: Database, config: Config, now: number): Promise<void> {
  if (config.DEMO_DATA === 'off') return
  const today = dayAt('HKEX', now)
  const days = Array.from({ length: daysBack }, (_, back) => addDays(today, -1 - back)).filter(
    day => weekday(day) % 6 !== 0,
  )
  const rows = (Object.keys(levels) as Currency[]).flatMap(currency =>
    days.map(date => ({ currency, date, hkd: demoRate(currency, date) })),
  )
  await database.load(async tx => {
    const added = await tx
      .insertInto('exchange_rate')
      .values(rows)
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows) await publish(tx, 'rates:HKD')
  })
}

/** Returns the same rate for the same day every time. */
function demoRate(currency: Currency, day: Day): number {
  const [level, reach] = levels[currency]!
  const wave = Math.sin(Date.parse(day) / 86_400_000 / 23 + currency.charCodeAt(0))
  const noise = new Random(seed, 'rate', currency, day).uniform() - 0.5
  return Number((level * (1 + reach * (0.8 * wave + 0.4 * noise))).toPrecision(6))
}
