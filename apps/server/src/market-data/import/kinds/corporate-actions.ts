import { corporateActionColumns } from '@finlist/contract/staff/upload-columns'
import type { Day } from '@finlist/domain/calendar'
import { currencyOf, type ExchangeId } from '@finlist/domain/markets'
import type { Tx } from '../../../db/database.ts'
import { breadthIsDue } from '../../breadth/breadth-worker.ts'
import { ask } from '../../quality/ask.ts'
import { isAsTraded } from '../../quality/confirmation.ts'
import { askedOfActions, findDoubtedActions, holdActions, leaveOutActions } from '../../quality/doubted-actions.ts'
import { actionsChanged } from '../../store/corporate-actions.ts'
import { compare, replaced, tuple } from '../compare.ts'
import { clip, readFlag, readNumber, readPrice, readWord } from '../files/cell.ts'
import { columnsOf, type NameIn } from '../files/column-aliases.ts'
import { announcedDateReader } from '../files/date.ts'
import type { Cells } from '../files/read-table.ts'
import { CellError } from '../import-errors.ts'
import { type ImportRequest, marketIn } from '../import-request.ts'
import { byReplacedRows, type Importer } from '../importer.ts'
import { keysReplaced } from '../replaced-rows.ts'
import type { Incoming } from '../stage.ts'
import { readStockCode } from '../stock-code.ts'
import { checkExchange } from './stocks.ts'

type Name = NameIn<typeof corporateActionColumns>
type ActionKey = { stock_code: string; ex_date: Day }

const kinds = ['split', 'consolidation', 'bonus', 'dividend', 'rights', 'spin-off'] as const
type ActionKind = (typeof kinds)[number]

/** The terms (ratio, amount) that each kind of corporate action has. */
const termsOf: Record<ActionKind, { ratio: 'more' | 'fewer' | 'none' | 'any'; amount: 'needed' | 'none' | 'any' }> = {
  split: { ratio: 'more', amount: 'none' },
  consolidation: { ratio: 'fewer', amount: 'none' },
  bonus: { ratio: 'more', amount: 'none' },
  dividend: { ratio: 'none', amount: 'needed' },
  rights: { ratio: 'any', amount: 'any' },
  'spin-off': { ratio: 'any', amount: 'any' },
}

const mostShares = 1_000_000
const values = ['numerator', 'denominator', 'amount', 'currency', 'cancelled']

/** A file of splits, dividends and similar actions, each effective from its ex-date. */
function incomingCorporateActions(exchange: ExchangeId, now: number): Incoming<Name> {
  const readDate = announcedDateReader(now)
  return {
    field: 'corporateActionCsv',
    table: 'incoming_action',
    shape: `stock_code text not null, ex_date date not null, kind text not null, numerator integer, denominator integer,
      amount double precision, currency text, cancelled boolean not null`,
    key: ['stock_code', 'ex_date', 'kind'],
    twice: 'import.same-action-twice',
    columns: columnsOf(corporateActionColumns),
    values(cells) {
      checkExchange(cells.of('exchange'), exchange)
      const kind = readWord(cells.of('kind'), 'kind', kinds)
      return [
        readStockCode(cells.of('stockCode'), 'stockCode', exchange),
        readDate(cells.of('exDate'), 'exDate'),
        kind,
        ...readTerms(kind, cells, exchange),
        readFlag(cells.of('cancelled'), 'cancelled'),
      ]
    },
  }
}

function readTerms(kind: ActionKind, cells: Cells<Name>, exchange: ExchangeId) {
  const { ratio, amount } = termsOf[kind]
  const numerator = readShares(cells.of('numerator'), 'numerator')
  const denominator = readShares(cells.of('denominator'), 'denominator')
  const paid = cells.of('amount') === '' ? null : readPrice(cells.of('amount'), 'amount')
  if ((numerator === null) !== (denominator === null))
    throw new CellError('import.blank', { column: numerator === null ? 'numerator' : 'denominator' })
  if (ratio === 'none' && numerator !== null) throw new CellError('import.action-no-ratio', { kind })
  if (ratio === 'more' && !(numerator! > denominator!)) throw new CellError('import.action-more', { kind })
  if (ratio === 'fewer' && !(numerator !== null && numerator < denominator!))
    throw new CellError('import.action-fewer', { kind })
  if (amount === 'none' && paid !== null) throw new CellError('import.action-no-amount', { kind })
  if (amount === 'needed' && paid === null) throw new CellError('import.blank', { column: 'amount' })
  if (numerator === null && paid === null) throw new CellError('import.action-no-terms', { kind })
  return [numerator, denominator, paid, readCurrency(cells.of('currency'), paid, exchange)]
}

function readShares(cell: string, column: string): number | null {
  if (cell === '') return null
  const shares = readNumber(cell, column)
  const values = { column, cell: clip(cell) }
  if (!Number.isInteger(shares)) throw new CellError('import.not-whole', values)
  if (shares < 1 || shares > mostShares) throw new CellError('import.too-big', values)
  return shares
}

/** Blank means the market's own currency. */
function readCurrency(cell: string, paid: number | null, exchange: ExchangeId): string | null {
  const currency = cell.toUpperCase() || currencyOf[exchange]
  if (!/^[A-Z]{3}$/.test(currency)) throw new CellError('import.currency', { cell: clip(cell) })
  return paid === null ? null : currency
}

/** Importer of corporate actions; replaces one of the same stock, ex-date and kind. */
export const corporateActionImporter: Importer = {
  topics: exchange => [`prices:${exchange}`],
  async plan(tx, asked, { staging, staged }) {
    const exchange = marketIn(asked)
    const { rows, notes } = await staging(incomingCorporateActions(exchange, asked.now))
    await staged()
    const asTraded = await isAsTraded(tx, exchange)
    const doubted = asked.again ? [] : await findDoubtedActions(tx, exchange, { asTraded })
    const isHeld = asked.keepsDoubts === true
    const unlikely = isHeld ? await leaveOutActions(tx, doubted) : ask(askedOfActions(doubted), asked)
    const count = isHeld ? rows - doubted.length : rows
    const known = '(select * from corporate_action where exchange = $1)'
    const key = ['stock_code', 'ex_date', 'kind']
    const counts = await compare(tx, { came: 'incoming_action', rows: count, known, key, values }, [exchange])
    return {
      count,
      counts,
      created: [],
      notes: [...unlikely, ...notes],
      async write() {
        const first = await holdActions(tx, exchange, isHeld ? doubted : [])
        if (first !== undefined) await breadthIsDue(tx, exchange, first)
        await writeActions(tx, exchange, sourceOf(asked))
      },
    }
  },
  rollBack: {
    ...byReplacedRows,
    async undo(tx, { upload_id, files }) {
      await tellChanged(tx, marketIn(files), await keysReplaced<ActionKey>(tx, upload_id, 'corporate_action'))
    },
  },
}

const sourceOf = ({ by }: ImportRequest) => (by.userId === null ? by.name : 'upload')

async function writeActions(tx: Tx, exchange: ExchangeId, source: string) {
  const columns = ['stock_code', 'ex_date', 'kind', ...values].join(', ')
  const { rows } = await tx.query<ActionKey>(
    `insert into corporate_action as known (exchange, source, ${columns}) select $1, $2, ${columns} from incoming_action
     on conflict (exchange, stock_code, ex_date, kind) do update
       set ${replaced([...values, 'source'])}, known_at = product_now()
       where ${tuple('known', values)} is distinct from ${tuple('excluded', values)}
     returning stock_code, ex_date`,
    [exchange, source],
  )
  await tellChanged(tx, exchange, rows)
}

async function tellChanged(tx: Tx, exchange: ExchangeId, actions: ActionKey[]) {
  const codes = [...new Set(actions.map(({ stock_code }) => stock_code))]
  await actionsChanged(tx, exchange, codes, actions.map(({ ex_date }) => ex_date).toSorted()[0])
}
