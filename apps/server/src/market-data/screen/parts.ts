import { addDays, type Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { ScreenValue } from '@finlist/domain/screener/bar-figures'
import type { FigureName } from '@finlist/domain/screener/figures'
import type { Db } from '../../db/database.ts'
import { knownFundamentals } from '../fundamentals/known-fundamentals.ts'
import type { ScreenBoard } from './board.ts'
import { readHolders, readNewestAlerts, readNewestPicks, readStays } from './store.ts'

export type ValuesByCode = ReadonlyMap<string, Partial<Record<FigureName, ScreenValue>>>

/** The parts of a market's figures besides its board, each read when one of its figures is first asked for. */
export const partNames = ['list', 'results', 'holders', 'alerts'] as const
export type PartName = (typeof partNames)[number]

const figuresOfPart: Record<PartName, readonly FigureName[]> = {
  list: ['listed', 'score', 'listdays', 'listtimes', 'outlook', 'chance'],
  results: [
    'eps',
    'epsbefore',
    'epsfaster',
    'epsup',
    'sales',
    'salesbefore',
    'salesfaster',
    'salesup',
    'margin',
    'margingain',
    'resultdays',
  ],
  holders: ['ccassday', 'ccassweek', 'top10'],
  alerts: ['alert', 'alertdays'],
}

export const partOf = (name: FigureName): PartName | undefined =>
  partNames.find(part => figuresOfPart[part].includes(name))

const none: ValuesByCode = new Map()

/** Reads a part as of the board's day. */
export async function readPart(db: Db, board: ScreenBoard, part: PartName): Promise<ValuesByCode> {
  const { exchange, date, isPast } = board
  if (date === null) return none
  switch (part) {
    case 'list':
      return await readList(db, exchange, board)
    case 'results':
      return await readResults(db, exchange, board, date)
    case 'holders':
      return exchange === 'HKEX' ? await readHolders(db, isPast ? date : undefined) : none
    case 'alerts':
      return exchange === 'HKEX' ? await readAlerts(db, board) : none
  }
}

async function readList(db: Db, exchange: ExchangeId, { stocks, date, isPast }: ScreenBoard): Promise<ValuesByCode> {
  const until = isPast ? date! : undefined
  const [picks, stays] = await Promise.all([readNewestPicks(db, exchange, until), readStays(db, exchange, until)])
  if (picks.length === 0) return none
  const listed = new Map(picks.map(pick => [pick.stock_code, pick]))
  return new Map(
    stocks.map(({ code }) => {
      const [pick, stay] = [listed.get(code), stays.get(code)]
      const values: Partial<Record<FigureName, ScreenValue>> = {
        listed: pick ? 1 : 0,
        listtimes: stay?.times ?? 0,
        ...(pick && { score: pick.percival_score }),
        ...(pick && stay && { listdays: daysBetween(stay.since, date!) }),
        ...(pick?.outlook && {
          outlook: Math.round(pick.outlook.target / 10),
          chance: Math.round(pick.outlook.chance.target / 10),
        }),
      }
      return [code, values]
    }),
  )
}

const atOnce = 200

/** Reads some stocks at a time, so that other requests are served in between. */
async function readResults(db: Db, exchange: ExchangeId, { stocks }: ScreenBoard, date: Day): Promise<ValuesByCode> {
  const codes = stocks.map(({ code }) => code)
  const found = new Map<string, Partial<Record<FigureName, ScreenValue>>>()
  for (let at = 0; at < codes.length; at += atOnce) {
    const { fundamentals = [] } = await knownFundamentals(
      db,
      { exchange, issueDate: addDays(date, 1) },
      codes.slice(at, at + atOnce),
    )
    for (const [code, quarters] of Map.groupBy(fundamentals, row => String(row.stockCode)))
      found.set(code, resultsOf(quarters as unknown as Quarter[], date))
  }
  return found
}

type Quarter = {
  quarter: number
  thisReportDate: number
  epsChange: number | null
  salesChange: number | null
  thisNpm: number | null
  npmChange: number | null
  knownOn?: Day | null
}

function resultsOf(rows: readonly Quarter[], date: Day): Partial<Record<FigureName, ScreenValue>> {
  const quarters = rows.toSorted((one, other) => one.quarter - other.quarter)
  const [newest, before] = quarters
  if (!newest) return {}
  const faster = (now: number | null, then: number | null | undefined) =>
    now === null || then === null || then === undefined ? null : Math.round((now - then) * 10) / 10
  return {
    eps: newest.epsChange,
    epsbefore: before?.epsChange ?? null,
    epsfaster: faster(newest.epsChange, before?.epsChange),
    epsup: inARow(quarters.map(({ epsChange }) => epsChange)),
    sales: newest.salesChange,
    salesbefore: before?.salesChange ?? null,
    salesfaster: faster(newest.salesChange, before?.salesChange),
    salesup: inARow(quarters.map(({ salesChange }) => salesChange)),
    margin: newest.thisNpm,
    margingain: newest.npmChange,
    resultdays: newest.knownOn ? Math.max(0, daysBetween(newest.knownOn, date)) : null,
  }
}

/** How many of the newest changes are above zero; null if the newest is unknown. */
function inARow(changes: readonly (number | null)[]): number | null {
  if (changes[0] === null || changes[0] === undefined) return null
  const end = changes.findIndex(change => change === null || change <= 0)
  return end === -1 ? changes.length : end
}

async function readAlerts(db: Db, { date, isPast }: ScreenBoard): Promise<ValuesByCode> {
  const alerts = await readNewestAlerts(db, isPast ? date! : undefined)
  return new Map(
    alerts.map(({ stock_code, report_type, released_on }) => [
      stock_code,
      { alert: report_type.toLowerCase(), alertdays: Math.max(0, daysBetween(released_on, date!)) },
    ]),
  )
}

const daysBetween = (from: Day, to: Day) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
