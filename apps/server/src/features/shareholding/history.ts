import { mostHoldings } from '@finlist/contract/shareholding'
import type { Day } from '@finlist/domain/calendar'
import { daysBefore } from '@finlist/domain/shareholding/days-before'
import type { Db } from '../../db/database.ts'
import { readClosings } from '../../market-data/store/closings.ts'
import {
  type Asked,
  type Compared,
  readCompared,
  readHistoryDates,
  readLastDisclosed,
  readPercents,
  readStockNames,
} from './store.ts'

/** Number of rows that are shown because of their change rather than the size of their holding. */
const movers = 20

/**
 * The holdings in a stock by participant, or of a participant by stock, with changes and history, as of the date
 * `wanted` (YYYY-MM-DD). The default is the newest date or, for a stock, the newest date on which it is disclosed.
 * Undefined if there are no data for that date.
 */
export async function historyOf(db: Db, asked: Asked, wanted: Day | undefined) {
  const known = await readHistoryDates(db, wanted)
  const last =
    wanted === undefined && 'stockCode' in asked ? await readLastDisclosed(db, asked.stockCode, known) : known[0]
  const newestFirst = known.filter(day => last !== undefined && day <= last)
  const [date] = newestFirst
  if (!date || (wanted && date !== wanted)) return undefined
  const before = daysBefore(date, newestFirst, await readClosings(db))
  const told = (await readCompared(db, asked, { date, ...before })).flatMap(lineOf)
  if (told.length === 0) return undefined
  const lines = mostTelling(told)
  const dates = newestFirst.toReversed()
  const names = new Map(
    (await readStockNames(db, [...new Set(lines.map(({ stockCode }) => stockCode))])).map(stock => [
      stock.stockCode,
      stock,
    ]),
  )
  const percents = await readPercents(db, asked, {
    stockCodes: lines.map(({ stockCode }) => stockCode),
    participantIds: lines.map(({ participantId }) => participantId),
    dates,
  })
  const kept = new Map(percents.map(it => [`${it.stockCode} ${it.date} ${it.participantId}`, it.percent]))
  return {
    shareholdingDate: date,
    ...before,
    dates,
    total: told.filter(({ shareholdingPercent, shareholding }) => shareholdingPercent > 0 || shareholding > 0).length,
    holdings: lines.map(line => ({
      stockName: '',
      stockNameZh: '',
      ...names.get(line.stockCode),
      ...line,
      percents: dates.map(day =>
        day === date ? line.shareholdingPercent : (kept.get(`${line.stockCode} ${day} ${line.participantId}`) ?? null),
      ),
    })),
  }
}

type Line = ReturnType<typeof lineOf>[number]

/**
 * Returns no row if the stock or the holding is not disclosed on the date. A participant that is no longer listed
 * counts as holding nothing.
 */
function lineOf({ stockCode, participantId, participantName, shareholding, now, day, week, ...known }: Compared) {
  if (Number.isNaN(now) || !known.knownNow) return []
  const percent = now ?? 0
  const dayChange = known.knownDay ? difference(percent, day ?? 0) : null
  const weekChange = known.knownWeek ? difference(percent, week ?? 0) : null
  return [
    {
      stockCode,
      participantId,
      participantName,
      shareholding: shareholding ?? 0,
      shareholdingPercent: percent,
      dayChange,
      weekChange,
    },
  ]
}

/** The difference in percentage points, rounded to remove floating-point noise; null if `before` is undisclosed. */
function difference(now: number, before: number): number | null {
  return Number.isNaN(before) ? null : Math.round((now - before) * 10_000) / 10_000
}

function mostTelling(lines: Line[]): Line[] {
  const change = (line: Line) => Math.max(Math.abs(line.dayChange ?? 0), Math.abs(line.weekChange ?? 0))
  const bySize = lines.toSorted((a, b) => b.shareholdingPercent - a.shareholdingPercent)
  const moved = bySize.filter(line => change(line) > 0).toSorted((a, b) => change(b) - change(a))
  const chosen = new Set(moved.slice(0, movers))
  for (const line of bySize) if (chosen.size < mostHoldings) chosen.add(line)
  return bySize.filter(line => chosen.has(line))
}
