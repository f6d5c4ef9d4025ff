import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type RequestProof, reasonChars, requestProofs } from '@finlist/contract/staff/customer-actions'
import { eraseOnRequest, listRequests, noteExport, type PersonRequest } from '../auth/person-requests.ts'
import { personalData } from '../auth/personal-data.ts'
import { signInAccount } from '../boot/embedded-account.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { withSending } from '../notifications/messenger.ts'
import { CommandError } from './connect.ts'
import { findPerson } from './find-person.ts'

/** A user's data protection request to the operator. */
export type Request = {
  /** The file to export the user's data to; undefined for an erasure request. */
  exportTo: string | undefined
  proof: RequestProof
  /** Default: today in Hong Kong. */
  askedOn: string | undefined
  reason: string
}

type Typed = { export?: string; erase: boolean; proof?: string; 'asked-on'?: string; reason?: string }

export function readRequest({
  export: exportTo,
  erase,
  proof,
  'asked-on': askedOn,
  reason,
}: Typed): Request | undefined {
  if (exportTo === undefined && !erase) {
    if (proof !== undefined || askedOn !== undefined)
      throw new CommandError('--proof and --asked-on belong to --export or --erase')
    return undefined
  }
  if (exportTo !== undefined && erase) throw new CommandError('--export and --erase: one at a time')
  const known = requestProofs.find(name => name === proof)
  if (!known) throw new CommandError(`--proof: one of ${requestProofs.join(', ')}`)
  if (askedOn !== undefined && !(/^\d{4}-\d{2}-\d{2}$/.test(askedOn) && !Number.isNaN(Date.parse(askedOn))))
    throw new CommandError(`--asked-on ${askedOn}: YYYY-MM-DD`)
  return { exportTo, proof: known, askedOn, reason: readReason(reason) }
}

export function readReason(reason = ''): string {
  const said = reason.trim()
  const { min, max } = reasonChars
  if (said.length < min || said.length > max) throw new CommandError(`--reason: ${min} to ${max} characters`)
  return said
}

/** Carries out the request and records it in the audit log. Returns a message about the result. */
export async function fulfil(
  database: Database,
  config: Config,
  named: string,
  { exportTo, askedOn, ...request }: Request,
  at: Date,
): Promise<string> {
  const userId = await findPerson(database, named)
  const today = new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Hong_Kong' }).format(at)
  const asked: PersonRequest = { ...request, byUserId: null, aboutUserId: userId, at, askedOn: askedOn ?? today }
  if (exportTo !== undefined) {
    await write(database, config, userId, exportTo)
    await database.write(tx => noteExport(tx, asked))
    return `written to ${exportTo}`
  }
  const erasesAt = await withSending(config, database, send =>
    database.write(tx => eraseOnRequest(tx, send, asked, 'en')),
  )
  return `is erased after ${erasesAt.toISOString()}, told by e-mail, and may keep the account until then`
}

/** Writes the user's data to a new file that only its owner can read; deletes the file if writing fails. */
async function write(database: Database, config: Config, userId: number, path: string) {
  const content = await personalData(database, signInAccount(config, database), userId)
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  try {
    await pipeline(content, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new CommandError(`${path}: is there already`)
    await rm(path, { force: true })
    throw error
  }
}

/** Prints the log of data protection requests, newest first. */
export async function printRequests({ db }: Database, isJson: boolean) {
  const requests = await listRequests(db)
  if (isJson) return void process.stdout.write(`${JSON.stringify(requests, null, 2)}\n`)
  for (const { at, action, byName, facts, reason } of requests) {
    const { userId, askedOn, proof, erasesAt, erasedAt, withdrawnAt } = facts
    const became = erasedAt
      ? `erased ${erasedAt}`
      : withdrawnAt
        ? `withdrawn ${withdrawnAt}`
        : erasesAt
          ? `due ${erasesAt}`
          : 'handed out'
    process.stdout.write(
      `${at}  ${action}  account ${userId}, asked ${askedOn} (${proof}), ${became}, by ${byName}: ${reason}\n`,
    )
  }
}
