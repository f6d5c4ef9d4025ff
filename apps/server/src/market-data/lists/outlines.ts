import type { ExchangeId } from '@finlist/domain/markets'
import type { PickFacts } from '@finlist/domain/picking/facts'
import type { Tx } from '../../db/database.ts'
import { publish } from '../../db/topics.ts'

type Outlined = { issue_date: string; close: number; facts: PickFacts | null }

/**
 * The turning points of a pick's base in order of time, ending with the close of the issue's day. Prices are in share
 * terms of that day. Empty if the pick has no base.
 */
export function outlineOf({ issue_date, close, facts }: Outlined) {
  if (!facts?.base) return []
  const turns = Object.entries(facts.base.points).flatMap(([turn, date]) => {
    const seen = facts.turns[turn]
    return seen ? [{ turn, date, price: seen.price }] : []
  })
  const end = { turn: 'close', date: issue_date, price: close }
  return [...turns, end].toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))
}

/** Adds the bases of an issue's picks to their stocks' charts, replacing earlier drawings of the same bases. */
export async function writeOutlines(tx: Tx, exchange: ExchangeId, issueDate: string): Promise<void> {
  const picks = await tx
    .selectFrom('finlist_pick')
    .select(['stock_code', 'issue_date', 'close', 'pattern_type', 'buy_point', 'stop', 'facts'])
    .where('exchange', '=', exchange)
    .where('issue_date', '=', issueDate)
    .where('facts', 'is not', null)
    .execute()
  for (const pick of picks) {
    const { base, pivot } = pick.facts!
    if (!base || pivot === null || pick.pattern_type === null) continue
    const handle = base.facts['handleDepth']
    const options = {
      lengthWeeks: Math.round(base.length / 5),
      depthPercent: base.depth / 10,
      ...(handle !== undefined && { handleDepthPercent: handle / 10 }),
      pivot: pick.buy_point ?? pivot,
      ...(pick.stop !== null && { stop: pick.stop }),
    }
    const points = outlineOf(pick).map(({ date, price }) => ({ time: Date.parse(`${date}T00:00:00Z`) / 1_000, price }))
    await tx.query(
      `insert into chart_pattern (exchange, pattern_id, stock_code, pattern_type, points, options, from_date, to_date)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (exchange, pattern_id) do update set pattern_type = excluded.pattern_type, points = excluded.points,
         options = excluded.options, to_date = excluded.to_date
       where chart_pattern.to_date <= excluded.to_date`,
      [
        exchange,
        `pick-${pick.stock_code}-${base.from}`,
        pick.stock_code,
        pick.pattern_type,
        JSON.stringify(points),
        JSON.stringify(options),
        base.from,
        issueDate,
      ],
    )
  }
  await publish(tx, `patterns:${exchange}`)
}
