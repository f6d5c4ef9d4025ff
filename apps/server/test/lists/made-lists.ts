import { demoMarket } from '@finlist/demo-market/market'
import { pickingStocks } from '@finlist/demo-market/picking-stocks'
import type { ExchangeId } from '@finlist/domain/markets'
import type { PickBefore } from '@finlist/domain/picking/departure'
import type { IssueRow } from '@finlist/domain/picking/issue'
import { type Proposal, proposalOf } from '@finlist/domain/picking/proposal'
import type { Database, Tx } from '../../src/db/database.ts'
import { publish } from '../../src/db/topics.ts'

const dayOf = (date: string) => Date.parse(date) / 86_400_000

/** Makes the method's lists of an invented market, one per date, each compared with the previous one. */
export function madeLists(exchange: ExchangeId, dates: readonly string[], size = 60): Proposal[] {
  const asOf = dates.at(-1)!
  const stocks = pickingStocks(
    demoMarket({ seed: 'made lists', exchange, startDate: '2022-01-03', asOf, stocks: size }),
  )
  const lists: Proposal[] = []
  for (const date of dates)
    lists.push(proposalOf(exchange, stocks, dayOf(date), lists.at(-1)?.issue.picks.map(beforeOf) ?? []))
  return lists
}

const orNull = (price: number) => (price === -1 ? null : price)

const beforeOf = ({ code, pattern, variant, buyPoint, stop }: IssueRow): PickBefore => ({
  code,
  pattern,
  variant,
  buyPoint: orNull(buyPoint),
  stop: orNull(stop),
  baseAge: null,
})

/** Publishes lists, each with the stocks that left it. */
export async function publishLists(database: Database, lists: readonly Proposal[]) {
  await database.write(async tx => {
    for (const list of lists) await insert(tx, list)
    await publish(tx, ...lists.map(({ issue }) => `finlist:${issue.market}` as const))
  })
}

async function insert(tx: Tx, { issue, facts, departures }: Proposal) {
  const of = { exchange: issue.market, issue_date: issue.date }
  await tx
    .insertInto('finlist_issue')
    .values({ ...of, method_id: issue.method, constants: issue.constants, departures: JSON.stringify(departures) })
    .execute()
  if (issue.picks.length === 0) return
  await tx
    .insertInto('finlist_pick')
    .values(
      issue.picks.map(pick => ({
        ...of,
        stock_code: pick.code,
        close: pick.close,
        percival_score: pick.score,
        buy_point: orNull(pick.buyPoint),
        pattern_type: pick.pattern === 'NIL' ? null : pick.pattern,
        variant: pick.variant,
        stop: orNull(pick.stop),
        rank: pick.rank,
        template: pick.template,
        facts: JSON.stringify(facts[pick.code]),
        origin: 'method' as const,
      })),
    )
    .execute()
}
