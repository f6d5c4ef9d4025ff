import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { PriceKind } from '@finlist/domain/prices/kinds'
import type { Tx } from '../../db/database.ts'
import { breadthIsDue } from '../breadth/breadth-worker.ts'
import type { Reason } from '../import/import-errors.ts'
import type { AdjustedCloses } from './adjusted-closes.ts'
import { ask } from './ask.ts'
import { leaveOutClosedDays } from './closed-days.ts'
import { isAsTraded, knownPriceKind, mostlyApart, mostlyStrangers, zerosApart } from './confirmation.ts'
import { type FoundDoubt, openDoubts } from './doubts.ts'
import { countListed, fewestStocks } from './fewest-stocks.ts'
import { findKind, toldKind } from './found-kind.ts'
import { type CountedDay, findHeldDays, type HeldDay, holdDays, settleHeldDays } from './held-days.ts'
import { readLots } from './lots.ts'
import { findMoves, noMoves, settleMoves } from './moves.ts'
import { askedOfSecondLives } from './second-lives.ts'

type Load = {
  exchange: ExchangeId
  /** How the source's prices are adjusted. If undefined, as in the market's last load. */
  prices: PriceKind | undefined
  confirm: boolean
  dryRun: boolean
  /**
   * If stocks are doubtful, or prices appear to be adjusted otherwise than declared, loads them with a note instead of
   * requesting confirmation.
   */
  keepsDoubts: boolean
  /** Whether the file has a turnover column. */
  hasTurnover: boolean
  ascending: boolean
  /** The adjusted closes of a file that has such a column. */
  adjusted?: AdjustedCloses | undefined
  /** Further reasons to request confirmation. */
  unsure?: readonly Reason[]
}

export type Passed = {
  rows: number
  /** The first day of the bars. */
  first: Day | undefined
  prices: PriceKind
  created: string[]
  notes: Reason[]
  /** Quarantines the suspicious days and moves; call it after the bars are written. */
  hold(): Promise<void>
}

/**
 * Checks every load of prices while its bars are staged: removes closed days, converts lots to shares, requires
 * confirmation for probable mistakes, and finds suspicious moves and days. Writes only to the staged bars. Throws
 * NeedsConfirmation; in a dry run it returns the reasons as notes instead.
 */
export async function passGate(
  tx: Tx,
  { exchange, confirm, dryRun, keepsDoubts, hasTurnover, ...load }: Load,
): Promise<Passed> {
  const { days, notes } = await leaveOutClosedDays(tx, exchange)
  const known = await knownPriceKind(tx, exchange)
  const prices = load.prices ?? known ?? 'as-traded'
  const asTraded = prices === 'as-traded'
  const lots = hasTurnover ? await readLots(tx, exchange, { asTraded }) : { notes: [], asked: [] }
  const { codes, created } = await readCodes(tx, exchange)
  const listed = await countListed(tx, exchange)
  const { moves, held, hold } = await judgeStaged(tx, exchange, {
    days,
    prices,
    ascending: load.ascending && lots.notes.length === 0,
    created: created.length,
  })
  const ofStocks = [
    ...(await zerosApart(tx, exchange, { staged: 'incoming_bar', created })),
    ...(await askedOfSecondLives(tx, exchange, { asTraded, returned: moves.returned })),
  ]
  const found = toldKind(await findKind(tx, exchange, { days, adjusted: load.adjusted }), prices)
  const unmeant = [
    ...(await otherKind(tx, exchange, prices, known ?? 'as-traded')),
    ...(listed < fewestStocks ? [] : await mostlyStrangers(tx, exchange, { codes, created })),
    ...mostlyApart(moves),
    ...lots.asked,
    ...(load.unsure ?? []),
    ...(keepsDoubts ? [] : [...found.asked, ...ofStocks]),
  ]
  const asked = ask(unmeant, { confirm, dryRun })
  return {
    rows: days.reduce((sum, { stocks }) => sum + stocks, 0),
    first: days[0]?.date,
    prices,
    created,
    notes: [
      ...asked,
      ...notes,
      ...found.notes,
      ...(keepsDoubts ? [...found.asked, ...ofStocks] : []),
      ...lots.notes,
      ...toldMoves(moves.found),
      ...toldHeldDays(held),
    ],
    async hold() {
      await hold()
      await settleGate(tx, exchange)
    },
  }
}

const mostHeldTold = 10

/** One note per quarantined day; if there are more than a few, a single note. */
function toldHeldDays(held: readonly HeldDay[]): Reason[] {
  if (held.length <= mostHeldTold) return held.map(values => ({ text: 'import.gate.held', values }))
  const values = {
    days: held.length,
    first: held[0]!.date,
    last: held.at(-1)!.date,
    stocks: Math.max(...held.map(({ stocks }) => stocks)),
    before: held[0]!.before,
  }
  return [{ text: 'import.gate.many-held', values }]
}

type Staged = {
  days: readonly CountedDay[]
  ascending: boolean
  /** How the source's prices are adjusted; default: as in the market's last load. */
  prices?: PriceKind
  /** The number of stocks that this load adds. */
  created?: number
}

/** Finds suspicious moves and days among the staged bars; the returned `hold` quarantines them. */
export async function judgeStaged(tx: Tx, exchange: ExchangeId, { days, ascending, prices, created = 0 }: Staged) {
  const asTraded = (prices ?? (await knownPriceKind(tx, exchange)) ?? 'as-traded') === 'as-traded'
  const [first, last] = [days[0]?.date, days.at(-1)?.date]
  const moves =
    first === undefined || last === undefined || (await countListed(tx, exchange)) + created < fewestStocks
      ? noMoves
      : await findMoves(tx, exchange, { asTraded, ascending, first, last })
  const held = await findHeldDays(tx, exchange, days)
  return {
    moves,
    held,
    async hold() {
      await openDoubts(tx, exchange, moves.found)
      await holdDays(tx, exchange, held)
    },
  }
}

/** Rechecks the market's quarantined moves and days; call it after its bars or corporate actions changed. */
export async function settleGate(tx: Tx, exchange: ExchangeId): Promise<void> {
  const asTraded = await isAsTraded(tx, exchange)
  const changed: (Day | undefined)[] = [
    await settleMoves(tx, exchange, { asTraded }),
    await settleHeldDays(tx, exchange),
  ]
  for (const day of changed) if (day) await breadthIsDue(tx, exchange, day)
}

async function otherKind(tx: Tx, exchange: ExchangeId, prices: PriceKind, known: PriceKind): Promise<Reason[]> {
  if (prices === known) return []
  const { rows } = await tx.query('select from bar where exchange = $1 limit 1', [exchange])
  return rows.length === 0 ? [] : [{ text: `import.gate.other-kind.${prices}` }]
}

/** The number of stocks in the staged bars, and the codes that are not listed yet, sorted. */
async function readCodes(tx: Tx, exchange: ExchangeId) {
  const { rows } = await tx.query<{ codes: number; created: string[] }>(
    `select count(*) as codes, coalesce(array_agg(stock_code order by stock_code) filter (where not is_listed), '{}') as created
     from (select stock_code, exists (select from stock s where s.exchange = $1 and s.stock_code = it.stock_code) as is_listed
       from (select distinct stock_code from incoming_bar) it) came`,
    [exchange],
  )
  return rows[0]!
}

const named = 5

function toldMoves(found: readonly FoundDoubt[]): Reason[] {
  if (found.length === 0) return []
  const list = found.slice(0, named).map(({ stockCode, date }) => `${stockCode} ${date}`)
  return [
    {
      text: 'import.gate.unconfirmed',
      values: { count: found.length, list: list.join(', ') + (found.length > named ? ' …' : '') },
    },
  ]
}
