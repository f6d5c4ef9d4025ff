import type { RequestProof } from '@finlist/contract/staff/customer-actions'
import type { AuditEntry } from '@finlist/contract/staff/customers'
import type { Language } from '@finlist/i18n/languages'
import { type Audited, audit } from '../db/audit.ts'
import type { Db, Tx } from '../db/database.ts'
import type { SendNotice } from '../notifications/messenger.ts'
import { askForDeletion } from './erasure.ts'

/**
 * A user's data protection request: who recorded it, how they verified the user's identity (`proof`), and the day of
 * the request (`askedOn`, YYYY-MM-DD).
 */
export type PersonRequest = Pick<Audited, 'byUserId' | 'reason' | 'at' | 'askedKey'> & {
  aboutUserId: number
  proof: RequestProof
  askedOn: string
}

/** Includes the user id, so that the request can still be found in the log after the user's erasure. */
const factsOf = ({ proof, askedOn, aboutUserId: userId }: PersonRequest) => ({ proof, askedOn, userId })

/** Records that the user's data were exported at their request. */
export async function noteExport(tx: Tx, request: PersonRequest): Promise<void> {
  await audit(tx, { ...request, action: 'data-exported', facts: factsOf(request) })
}

/** Schedules the user's erasure in seven days, as if they had requested it themselves. Returns the time of erasure. */
export async function eraseOnRequest(
  tx: Tx,
  send: SendNotice,
  request: PersonRequest,
  language: Language,
): Promise<Date> {
  const { aboutUserId: userId, at } = request
  const erasesAt = await askForDeletion(tx, send, { userId, language, now: at.getTime() })
  const facts = { ...factsOf(request), erasesAt: erasesAt.toISOString() }
  await audit(tx, { ...request, action: 'erasure-asked', facts })
  return erasesAt
}

export type LoggedRequest = {
  at: string
  action: string
  byName: string
  facts: AuditEntry['facts']
  reason: string
}
const mostListed = 1_000

/** The latest 1,000 recorded data protection requests, newest first. */
export async function listRequests(db: Db): Promise<LoggedRequest[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['at', 'action', 'by_name', 'facts', 'reason'])
    .where('action', 'in', ['data-exported', 'erasure-asked'])
    .orderBy('audit_id', 'desc')
    .limit(mostListed)
    .execute()
  return rows.map(({ at, by_name: byName, ...row }) => ({ at: at.toISOString(), byName, ...row }))
}
