import { parseArgs } from 'node:util'
import type { UnconfirmedMove } from '@finlist/contract/staff/data'
import { csvText } from '@finlist/domain/csv'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { doubtKinds } from '@finlist/domain/prices/doubt-kinds'
import type { Ratio } from '@finlist/domain/prices/likely-ratio'
import type { Database } from '../db/database.ts'
import {
  confirmMove,
  type Deciding,
  type Move,
  recordAsAction,
  releaseDays,
  undoMoveDecision,
} from '../features/data/decide.ts'
import { readDoubts } from '../features/data/doubts.ts'
import { readUnreleasedDays } from '../features/data/store.ts'
import { ClientError } from '../http/client-errors.ts'
import { CommandError, withDatabase } from './connect.ts'
import { isDay, readTyped } from './typed.ts'

const decisions = ['right', 'split', 'action', 'release', 'undo'] as const
type Decision = (typeof decisions)[number]
const heads = ['id', 'kind', 'changes', 'stockCode', 'stockName', 'date', 'evidence']
const perPage = 500

const usage = `finlist data-doubts --market HKEX [--csv]
finlist data-doubts --market HKEX --decide 0017@2020-06-10 right|split|action|undo [--ratio 1:4]
finlist data-doubts --market HKEX --decide 2020-06-10 release

Lists a market's undecided doubts, those that change most first, and its held days; --csv for a spreadsheet.
--decide decides the one with that id, as on the Data page: right confirms the prices, split records the split or
consolidation that they look like, or --ratio (new shares:old shares), action records the source's action that is in
doubt, which right leaves out; release releases a held day, undo takes the decision back. If a stock's day has several,
the id ends with the kind, as in 0017@2020-06-10@unit. --market is one of ${exchangeIds.join(', ')}.`

const { exchange, isCsv, asked } = readTyped(usage, readArguments)

await withDatabase(async (database, _, now) => {
  if (asked) await decide({ database, by: null, now: now() }, asked)
  else await list(database)
})

type Asked = { id: string; decision: Decision; ratio: Ratio | undefined }

function readArguments(): { exchange: ExchangeId; isCsv: boolean; asked: Asked | undefined } {
  const { values, positionals } = parseArgs({
    options: {
      market: { type: 'string' },
      csv: { type: 'boolean', default: false },
      decide: { type: 'string' },
      ratio: { type: 'string' },
    },
    allowPositionals: true,
  })
  const exchange = exchangeIds.find(id => id === values.market)
  if (!exchange) throw new CommandError(`--market: one of ${exchangeIds.join(', ')}`)
  const { csv: isCsv, decide: id } = values
  const [word, ...more] = positionals
  if (id === undefined) {
    if (word !== undefined || values.ratio !== undefined) throw new CommandError('--decide ID is missing')
    return { exchange, isCsv, asked: undefined }
  }
  const decision = decisions.find(known => known === word)
  if (!decision || more.length > 0) throw new CommandError(`--decide ID: followed by one of ${decisions.join(', ')}`)
  if (values.ratio !== undefined && decision !== 'split') throw new CommandError('--ratio: only with split')
  if ((decision === 'release') !== isDay(id))
    throw new CommandError(
      `--decide ${id}: a day is released; any other id is a stock and a day, as in 0017@2020-06-10`,
    )
  if (decision !== 'release') moveOf(exchange, id)
  return { exchange, isCsv, asked: { id, decision, ratio: readRatio(values.ratio) } }
}

function moveOf(market: ExchangeId, id: string): Move {
  const [stockCode = '', date = '', written, ...more] = id.split('@')
  const kind = doubtKinds.find(known => known === written)
  if (stockCode === '' || !isDay(date) || kind !== written || more.length > 0)
    throw new CommandError(`--decide ${id}: not an id, as in 0017@2020-06-10 or 0017@2020-06-10@unit`)
  return { exchange: market, stockCode, date, kind }
}

function readRatio(text: string | undefined): Ratio | undefined {
  if (text === undefined) return undefined
  const [, numerator, denominator] = /^([1-9]\d{0,3}):([1-9]\d{0,3})$/.exec(text) ?? []
  if (!numerator || !denominator) throw new CommandError('--ratio: new shares:old shares, as in 7:1 or 1:4')
  return { numerator: Number(numerator), denominator: Number(denominator) }
}

async function decide(deciding: Deciding, { id, decision, ratio }: Asked) {
  try {
    if (decision === 'release') await releaseDays(deciding, { exchange, date: id })
    else await decideMove(deciding, moveOf(exchange, id), decision, ratio)
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    throw new CommandError(
      `${id}: ${error
        .entries('en')
        .map(({ message }) => message)
        .join(' ')}`,
    )
  }
  process.stderr.write(`${exchange} ${id}: ${decision}\n`)
}

async function decideMove(
  deciding: Deciding,
  move: Move,
  decision: Exclude<Decision, 'release'>,
  ratio: Ratio | undefined,
) {
  if (decision === 'right') return await confirmMove(deciding, move)
  if (decision === 'action') return await recordAsAction(deciding, { ...move, kind: move.kind ?? 'action' })
  if (decision === 'undo') return await undoMoveDecision(deciding, move)
  if (ratio) return await recordAsAction(deciding, move, ratio)
  const found = await findLikely(deciding.database, move)
  if (!found?.likely) throw new CommandError(`${move.stockCode}@${move.date}: looks like no split; give its --ratio`)
  return await recordAsAction(deciding, { ...move, kind: found.kind }, found.likely)
}

async function findLikely(database: Database, { stockCode, date, kind }: Move): Promise<UnconfirmedMove | undefined> {
  for await (const doubt of undecided(database))
    if (doubt.stockCode === stockCode && doubt.date === date && doubt.likely && doubt.kind === (kind ?? doubt.kind))
      return doubt
  return undefined
}

async function* undecided({ db }: Database): AsyncGenerator<UnconfirmedMove> {
  for (let page = 1; ; page++) {
    const { doubts } = await readDoubts(db, exchange, { page, perPage })
    yield* doubts
    if (doubts.length < perPage) return
  }
}

async function list(database: Database) {
  const doubts: UnconfirmedMove[] = []
  for await (const doubt of undecided(database)) doubts.push(doubt)
  const onDay = Map.groupBy(doubts, ({ stockCode, date }) => `${stockCode}@${date}`)
  const idOf = ({ stockCode, date, kind }: UnconfirmedMove) => {
    const id = `${stockCode}@${date}`
    return onDay.get(id)!.length > 1 ? `${id}@${kind}` : id
  }
  const rows: string[][] = []
  for (const doubt of doubts)
    rows.push([
      idOf(doubt),
      doubt.kind,
      doubt.changes.join(' '),
      doubt.stockCode,
      doubt.stockName,
      doubt.date,
      evidenceOf(doubt),
    ])
  for (const { date, stocks, before } of await readUnreleasedDays(database.db, exchange))
    rows.push([date, 'day', 'ranks', '', '', date, `${stocks} of ${before} stocks`])
  if (isCsv) return void process.stdout.write(csvText([heads, ...rows]))
  for (const [id = '', kind = '', changes = '', , name = '', , evidence = ''] of rows)
    process.stdout.write(`${id.padEnd(26)}${kind.padEnd(8)}${changes.padEnd(26)}${evidence}${name && `  ${name}`}\n`)
  process.stderr.write(`${exchange}: ${rows.length} undecided\n`)
}

function evidenceOf({
  kind,
  previousClose,
  close,
  likely,
  volumeBefore,
  volumeAfter,
  doubted,
  actions,
}: UnconfirmedMove): string {
  return [
    `${previousClose} -> ${close}`,
    kind === 'unit' && 'probably in another unit: load these days again',
    likely && `probably ${likely.numerator} for ${likely.denominator}`,
    volumeBefore !== null && volumeAfter !== null && `volume ${volumeBefore} -> ${volumeAfter}`,
    ...doubted.map(({ kind: reported, numerator, denominator, amount, currency }) =>
      amount === null ? `${reported} of ${numerator} for ${denominator}` : `${reported} of ${amount} ${currency}`,
    ),
    ...actions.map(action => `${action.kind} recorded on ${action.exDate}`),
  ]
    .filter(Boolean)
    .join('; ')
}
