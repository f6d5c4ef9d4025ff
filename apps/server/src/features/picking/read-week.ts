import type { ProposalAnswer, ProposalOfWeek, ProposedPick } from '@finlist/contract/picking'
import type { Closings } from '@finlist/domain/calendar'
import { departuresOf, type EditedRow } from '@finlist/domain/finlist/edited-list'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Language } from '@finlist/i18n/languages'
import type { Db } from '../../db/database.ts'
import { type FormerPick, readFormerPicks } from '../../market-data/lists/former-picks.ts'
import { readClosings } from '../../market-data/store/closings.ts'
import { newestWeek, nextWeekAt, publishesAt } from '../../market-data/store/week.ts'
import { type Fault, translateFault } from './engine-failed.ts'
import type { PickingParts } from './make.ts'
import { type Edit, type EditedProposal, isPublished, namesOf, newestProposal, readProposal } from './store.ts'

/** Staff's view of the market's newest list. */
export async function readWeek(
  { database: { db }, config }: PickingParts,
  exchange: ExchangeId,
  { now, language }: { now: number; language: Language },
): Promise<ProposalAnswer> {
  const told = await readClosings(db)
  const issueDate = await newestProposal(db, exchange)
  const found = issueDate === undefined ? undefined : await readProposal(db, { exchange, issueDate })
  const waits = found && (found.proposal.state === 'open' || found.proposal.state === 'handed-in')
  const itself = issueDate === undefined ? 0 : publishesAt(issueDate)
  const isInTime = waits && now < itself && found.proposal.made_at.getTime() < itself
  return {
    proposal: found ? await proposalDto(db, exchange, found) : null,
    missing: await readMissing(db, exchange, { now, language, told, made: found }),
    nextAt: new Date(nextWeekAt(exchange, now, told)).toISOString(),
    needsTwo: config.LIST_NEEDS_TWO,
    publishesAt: config.LIST_PUBLISHES_ITSELF && isInTime ? new Date(itself).toISOString() : null,
  }
}

type Seen = { now: number; language: Language; told: Closings; made: EditedProposal | undefined }

async function readMissing(
  db: Db,
  exchange: ExchangeId,
  { now, language, told, made }: Seen,
): Promise<ProposalAnswer['missing']> {
  const issueDate = newestWeek(exchange, now, told)
  const isMade = made && made.proposal.issue_date >= issueDate && made.proposal.state !== 'dropped'
  if (isMade) return null
  const none = { issueDate, eligible: null, eligibleBefore: null, message: '' }
  if (await isPublished(db, { exchange, issueDate })) return { ...none, why: 'already-published' }
  const row = await db
    .selectFrom('proposal_missing')
    .selectAll()
    .where('exchange', '=', exchange)
    .where('issue_date', '=', issueDate)
    .executeTakeFirst()
  if (!row) return null
  const { why, eligible, eligible_before: eligibleBefore, message } = row
  return {
    issueDate,
    why,
    eligible,
    eligibleBefore,
    message: message ? translateFault(language, message as Fault) : '',
  }
}

async function proposalDto(db: Db, exchange: ExchangeId, found: EditedProposal): Promise<ProposalOfWeek> {
  const { proposal, edits, rows, version } = found
  const { previousDate, picks } = await readFormerPicks(db, exchange, proposal.issue_date)
  const leaving = departuresOf(
    picks.map(({ code }) => code),
    rows,
    proposal.departures ?? {},
  )
  const leftOut = proposal.left_out ?? []
  const codes = [...rows, ...leftOut].map(({ code }) => code)
  const stocks = await stockNames(db, exchange, [...codes, ...leaving.keys()])
  const people = await namesOf(db, [
    proposal.handed_in_by,
    proposal.published_by,
    ...edits.map(edit => edit.by_user_id),
  ])
  const nameOf = (userId: number | null) => (userId === null ? null : (people.get(userId) ?? null))
  const before = new Map(picks.map(pick => [pick.code, pick]))
  return {
    issueDate: proposal.issue_date,
    method: proposal.method_id,
    constants: proposal.constants,
    eligible: proposal.eligible,
    madeAt: proposal.made_at.toISOString(),
    state: proposal.state,
    version,
    handedInBy: nameOf(proposal.handed_in_by),
    publishedBy: nameOf(proposal.published_by),
    publishedAt: proposal.published_at?.toISOString() ?? null,
    previousDate,
    picks: rows.map(row => ({
      ...stocks(row.code),
      ...pickDto(row, before.get(row.code)),
      edits: edits.flatMap(edit =>
        edit.stock_code === row.code ? [editDto(edit, nameOf(edit.by_user_id) ?? '')] : [],
      ),
    })),
    leaving: [...leaving].map(([code, reason]) => ({ ...stocks(code), reason })),
    leftOut: leftOut.map(({ code, kind, date }) => ({ ...stocks(code), kind, date })),
  }
}

const pickDto = (
  row: EditedRow,
  before: FormerPick | undefined,
): Omit<ProposedPick, 'edits' | keyof ReturnType<typeof namesDto>> => ({
  close: row.close,
  buyPoint: row.buyPoint,
  stop: row.stop,
  patternType: row.pattern,
  variant: row.variant,
  percivalScore: row.score,
  rank: row.rank,
  template: row.template,
  origin: row.origin,
  isVetoed: row.isVetoed,
  note: row.note,
  before: before ? { percivalScore: before.score, buyPoint: before.buyPoint ?? -1 } : null,
})

const editDto = (edit: Edit, byName: string): ProposedPick['edits'][number] => ({
  editId: edit.edit_id,
  what: edit.what,
  before: edit.before,
  after: edit.after,
  note: edit.note,
  reason: edit.reason,
  byName,
  at: edit.at.toISOString(),
})

const namesDto = (stockCode: string, stock: { stock_name: string; stock_name_zh: string } | undefined) => ({
  stockCode,
  stockName: stock?.stock_name ?? '',
  stockNameZh: stock?.stock_name_zh ?? '',
})

async function stockNames(db: Db, exchange: ExchangeId, codes: readonly string[]) {
  const rows =
    codes.length === 0
      ? []
      : await db
          .selectFrom('stock')
          .select(['stock_code', 'stock_name', 'stock_name_zh'])
          .where('exchange', '=', exchange)
          .where('stock_code', 'in', codes)
          .execute()
  const known = new Map(rows.map(row => [row.stock_code, row]))
  return (code: string) => namesDto(code, known.get(code))
}
