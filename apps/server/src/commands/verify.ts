import { createReadStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { dayNumber } from '@finlist/domain/market-trend/breadth'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { BarsError, BarsReader } from '@finlist/domain/record/bars-reader'
import { ChainCheck, type ChainReport, type Head } from '@finlist/domain/record/chain'
import type { RecordEntry } from '@finlist/domain/record/entry'
import { EntryReader, RecordTooLong, type Unread } from '@finlist/domain/record/entry-reader'
import { readHeadLine } from '@finlist/domain/record/head-line'
import { type Difference, dateOfIssue, listToRebuild, rebuild } from '@finlist/domain/record/rebuild'
import type { Database } from '../db/database.ts'
import { recordTools } from '../db/record/record-key.ts'
import { readEntries } from '../features/record/store.ts'
import { readPublishedStocks } from '../market-data/lists/read-published-stocks.ts'
import { CommandError, withDatabase } from './connect.ts'
import { readTyped } from './typed.ts'

const usage = `finlist verify [--file record.ndjson[.gz]] [--head LINE] [--market US --date 2026-07-17 [--bars bars.csv[.gz]]]
               [--json]

Checks the record, of this installation or of a file that was kept, and that it goes on from a head that somebody holds.
A record is one file: all pages of /record.ndjson, one after the other.
With --market and --date it makes the list of that issue again, from this installation's prices or from a file's, and
compares it to the byte. With --file and, for a list, --bars it needs no database.
--market is one of ${exchangeIds.join(', ')}. --json prints one object; what is wrong is in it, and in words on stderr.`

const piece = 500
const mostBytes = 4_000_000_000
const utf8 = new TextDecoder('utf-8', { fatal: true })
const asked = readTyped(usage, readArguments)

if (asked.file && (!asked.issue || asked.bars)) await verify(undefined)
else await withDatabase(verify)

async function verify(database: Database | undefined) {
  try {
    const { report, issue } = await checkRecord(database)
    tell(report)
    const list = asked.issue && (await makeAgain(database, issue, asked.issue))
    if (asked.isJson) process.stdout.write(`${JSON.stringify(resultOf(report, list), null, 2)}\n`)
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === undefined) throw error
    fail(reason)
  }
}

type Rebuilt = {
  exchange: ExchangeId
  date: string
  seq: number | null
  /** Whether the list was reproduced byte for byte. */
  same: boolean
  differences: Difference[]
}

/** The output of `--json`. */
function resultOf({ head, outcomes, faultCount, faults, keys }: ChainReport, list: Rebuilt | undefined) {
  return { head: head ?? null, outcomes, faultCount, faults, keys, list: list ?? null }
}

/** The message to print for an error that the files or the arguments caused; undefined for any other error. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof CommandError) return error.message
  if (error instanceof BarsError) return `${asked.bars}: ${error.message}`
  if (error instanceof RecordTooLong) return `${asked.file}: ${error.message}`
  const { code, message } = error as NodeJS.ErrnoException
  return /^(ENOENT|EISDIR|EACCES|Z_\w+)$/.test(code ?? '') ? message : undefined
}

type Checked = { report: ChainReport; issue: RecordEntry | undefined }

async function checkRecord(database: Database | undefined): Promise<Checked> {
  const checking = new ChainCheck(recordTools)
  let issue: RecordEntry | undefined
  for await (const entries of asked.file ? piecesOfFile(asked.file) : piecesOf(database!)) {
    await checking.add(entries)
    issue = entries.filter(entry => typeof entry !== 'string').findLast(isAsked) ?? issue
  }
  return { report: checking.finish(asked.held), issue }
}

function isAsked({ kind, market, body }: RecordEntry): boolean {
  if (!asked.issue || kind !== 'issue' || market !== asked.issue.exchange || !body) return false
  return dateOfIssue(body) === asked.issue.date
}

async function* piecesOf({ db }: Database): AsyncGenerator<RecordEntry[]> {
  for (let from = 1; ; from += piece) {
    // Not limited by date: the operator who runs this command has access to every entry's body in the database anyway.
    const entries = await readEntries(db, from, from + piece - 1, Number.MAX_SAFE_INTEGER)
    yield entries
    if (entries.length < piece) return
  }
}

async function* piecesOfFile(file: string): AsyncGenerator<(RecordEntry | Unread)[]> {
  const entries = new EntryReader(decode, mostBytes)
  try {
    for await (const bytes of opened(file)) yield entries.push(bytes as Buffer)
    yield entries.end()
  } catch (error) {
    // A truncated gzip file still yields everything before the cut.
    if ((error as NodeJS.ErrnoException).code !== 'Z_BUF_ERROR') throw error
    yield ['truncated']
  }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return undefined
  }
}

function opened(file: string) {
  const content = createReadStream(file)
  if (!file.endsWith('.gz')) return content
  const unzipped = createGunzip()
  content.on('error', error => unzipped.destroy(error))
  return content.pipe(unzipped)
}

function tell({ faults, faultCount, keys, head, outcomes, outlooks }: ChainReport) {
  for (const { fault, seq, to } of faults) say(`${fault} ${to === undefined ? seq : `${seq} to ${to}`}`)
  for (const { seq, keyId, lost } of keys)
    say(`from ${seq} on signed with ${keyId}${lost ? ', which nobody vouched for: the key before was lost' : ''}`)
  if (!head) return fail(faultCount > 0 ? 'No line of it is an entry: this is no record.' : 'The record is empty.')
  say(`${head.seq} entries, the head ${head.hash} of ${head.madeAt}`)
  if (outcomes > 0) say(`${outcomes} outcomes of picks`)
  if (outlooks > 0) say(`${outlooks} outlooks of picks`)
  if (faultCount > 0) fail(faultCount === 1 ? '1 fault' : `${faultCount} faults`)
  else say('no fault')
}

async function makeAgain(
  database: Database | undefined,
  issue: RecordEntry | undefined,
  { exchange, date }: { exchange: ExchangeId; date: string },
): Promise<Rebuilt> {
  const failed = { exchange, date, seq: issue?.seq ?? null, same: false, differences: [] }
  if (!issue) {
    fail(`The record has no issue of ${exchange} ${date} whose body is open.`)
    return failed
  }
  const { seq } = issue
  const list = listToRebuild(issue.body!)
  if (typeof list === 'string') {
    fail(`Entry ${seq} cannot be made again: ${list}`)
    return failed
  }
  const day = dayNumber(date)
  const stocks = asked.bars
    ? await readBars(asked.bars, day)
    : await database!.snapshot(tx => readPublishedStocks(tx, exchange, date))
  const differences = rebuild(list, stocks, day)
  if (differences.length === 0)
    say(`${exchange} ${date}, entry ${seq}: made again from ${stocks.length} stocks, the same to the byte`)
  for (const { code, field, recorded, made } of differences)
    fail(
      `${exchange} ${date}, entry ${seq}: ${code ?? 'the list'}: ${field} is ${recorded || 'nothing'} in the record and ${made || 'nothing'} made again`,
    )
  return { exchange, date, seq, same: differences.length === 0, differences }
}

async function readBars(file: string, day: number) {
  const reader = new BarsReader(day)
  for await (const bytes of opened(file).setEncoding('utf8')) reader.push(bytes as string)
  return reader.end()
}

function say(text: string) {
  if (!asked.isJson) process.stdout.write(`${text}\n`)
}

function fail(text: string) {
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      file: { type: 'string' },
      head: { type: 'string', multiple: true },
      market: { type: 'string' },
      date: { type: 'string' },
      bars: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const { file, bars, market, date } = values
  return { file, bars, isJson: values.json, held: (values.head ?? []).map(headOf), issue: issueOf(market, date) }
}

function headOf(line: string): Head {
  const head = readHeadLine(line)
  if (!head) throw new CommandError('--head: a line as the record tells its head, "origin number hash"')
  return head
}

function issueOf(
  market: string | undefined,
  date: string | undefined,
): { exchange: ExchangeId; date: string } | undefined {
  if (market === undefined && date === undefined) return undefined
  const exchange = exchangeIds.find(id => id === market)
  if (!exchange) throw new CommandError(`--market: one of ${exchangeIds.join(', ')}`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date ?? '') || Number.isNaN(dayNumber(date!)))
    throw new CommandError('--date YYYY-MM-DD is needed')
  return { exchange, date: date! }
}
