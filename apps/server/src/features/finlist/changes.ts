import { type Changes, finListChanges } from '@finlist/contract/reasons'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Db } from '../../db/database.ts'
import { EncodedResponse } from '../../http/encoded-response.ts'
import { readPicks } from '../../market-data/lists/picks.ts'
import { readDateBefore, readIssue } from './store.ts'

/** How an issue differs from the previous one; undefined if the issue does not exist. */
export async function readChanges(
  db: Db,
  exchange: ExchangeId,
  issueDate: string,
): Promise<EncodedResponse | undefined> {
  const issue = await readIssue(db, exchange, issueDate)
  if (!issue) return undefined
  const previousDate = await readDateBefore(db, exchange, issueDate)
  const told = { method: issue.method_id, previousDate }
  if (previousDate === null)
    return await EncodedResponse.make(finListChanges, { ...told, added: [], stayed: [], left: [] })
  const [picks, before] = await Promise.all([readPicks(db, exchange, issueDate), readPicks(db, exchange, previousDate)])
  return await EncodedResponse.make(finListChanges, { ...told, ...changesOf(picks, before, issue) })
}

type Pick = Awaited<ReturnType<typeof readPicks>>[number]
type Issue = NonNullable<Awaited<ReturnType<typeof readIssue>>>

function changesOf(picks: readonly Pick[], before: readonly Pick[], { departures, left_out }: Issue) {
  const doubts = new Map((left_out ?? []).map(({ code, kind, date }) => [code, { kind, date }]))
  const codes = new Set(picks.map(pick => pick.stock_code))
  const scores = new Map(before.map(pick => [pick.stock_code, pick.percival_score]))
  return {
    added: [...codes].filter(code => !scores.has(code)),
    stayed: [...codes].flatMap(stockCode => {
      const scoreBefore = scores.get(stockCode)
      return scoreBefore === undefined ? [] : [{ stockCode, scoreBefore }]
    }),
    left: before
      .filter(pick => !codes.has(pick.stock_code))
      .map(pick => ({
        stockCode: pick.stock_code,
        stockName: pick.stock_name ?? '',
        stockNameZh: pick.stock_name_zh ?? '',
        reason: departures?.[pick.stock_code] ?? null,
        doubt: departures?.[pick.stock_code] === 'in-doubt' ? (doubts.get(pick.stock_code) ?? null) : null,
      })),
  } satisfies Partial<Changes>
}
