import { patternTypes } from '@finlist/contract/finlist'
import { patternColumns } from '@finlist/contract/staff/upload-columns'
import type { ExchangeId } from '@finlist/domain/markets'
import * as z from 'zod/mini'
import type { Tx } from '../../../db/database.ts'
import { compare, replaced } from '../compare.ts'
import { clip, readPrice, readText, readVolume } from '../files/cell.ts'
import { columnsOf, type NameIn } from '../files/column-aliases.ts'
import { dayOrSeconds, type ReadDate } from '../files/date.ts'
import { CellError, type ImportErrors } from '../import-errors.ts'
import { marketIn } from '../import-request.ts'
import { byReplacedRows, type Importer } from '../importer.ts'
import type { Incoming } from '../stage.ts'
import { readStockCode } from '../stock-code.ts'
import { checkExchange } from './stocks.ts'

type Name = NameIn<typeof patternColumns>

const known: readonly string[] = patternTypes
const number = z.optional(z.number().check(z.minimum(-1e9), z.maximum(1e9)))
const word = z.optional(z.string().check(z.maxLength(200)))
/** A base's options, in addition to its points. */
const options = z.strictObject({
  stage: word,
  lengthWeeks: number,
  depthPercent: number,
  handleDepthPercent: number,
  pivot: number,
  stop: number,
  shape: word,
  text: word,
  overrides: z.optional(z.record(z.string().check(z.maxLength(60)), z.unknown())),
})
const longestOptions = 5_000

/** A file of the points of bases. */
function incomingPatterns(exchange: ExchangeId, readDate: ReadDate): Incoming<Name> {
  return {
    field: 'patternsCsv',
    table: 'incoming_point',
    shape: `pattern_id text not null, point integer not null, stock_code text not null, pattern_type text not null,
      date date not null, price double precision not null, options jsonb`,
    key: ['pattern_id', 'point'],
    twice: 'import.same-point-twice',
    columns: columnsOf(patternColumns),
    values(cells) {
      checkExchange(cells.of('exchange'), exchange)
      const id = readText(cells.of('patternId'), 'patternId', 60)
      if (id === '') throw new CellError('import.blank', { column: 'patternId' })
      return [
        id,
        readIndex(cells.of('pointIndex')),
        readStockCode(cells.of('stockCode'), 'stockCode', exchange),
        readKind(cells.of('patternType')),
        dayOrSeconds(cells.of('time'), 'time', readDate),
        readPrice(cells.of('price'), 'price'),
        readOptions(cells.of('options')),
      ]
    },
  }
}

function readIndex(cell: string): number {
  const index = readVolume(cell, 'pointIndex')
  if (index > 1_000) throw new CellError('import.too-big', { column: 'pointIndex', cell: clip(cell) })
  return index
}

function readKind(cell: string): string {
  const found = known.find(type => type === cell.toUpperCase())
  if (!found) throw new CellError('import.pattern', { cell: clip(cell), known: known.join(', ') })
  return found
}

/** Parses the options and returns them as JSON. Rejects unknown fields. */
function readOptions(cell: string): string | null {
  if (cell === '') return null
  if (cell.length > longestOptions) throw new CellError('import.too-long', { column: 'options', count: longestOptions })
  try {
    return JSON.stringify(z.parse(options, JSON.parse(cell)))
  } catch {
    throw new CellError('import.options')
  }
}

const columns = ['stock_code', 'pattern_type', 'points', 'options', 'from_date', 'to_date']
const incomingBases = `(select pattern_id, min(stock_code) as stock_code, min(pattern_type) as pattern_type,
    jsonb_agg(jsonb_build_object('time', extract(epoch from date::timestamp)::bigint, 'price', price) order by point) as points,
    coalesce((jsonb_agg(options order by point) filter (where options is not null)) -> 0, '{}') as options,
    min(date) as from_date, max(date) as to_date
  from incoming_point group by pattern_id)`

/** Replaces bases with the same ids, including all their points. */
async function planPatterns(tx: Tx, exchange: ExchangeId) {
  const found = await tx.query<{ count: number }>('select count(distinct pattern_id) as count from incoming_point')
  const { count } = found.rows[0]!
  const known = '(select * from chart_pattern where exchange = $1)'
  const bases = { came: incomingBases, rows: count, known, key: ['pattern_id'], values: columns }
  return {
    count,
    counts: await compare(tx, bases, [exchange]),
    async write() {
      await tx.query(
        `insert into chart_pattern (exchange, pattern_id, ${columns.join(', ')})
         select $1, pattern_id, ${columns.join(', ')} from ${incomingBases} came
         on conflict (exchange, pattern_id) do update set ${replaced(columns)}`,
        [exchange],
      )
    },
  }
}

/** Reports lines that contradict the first line of their base or are out of order, and bases with a single point. */
async function refuseUneven(tx: Tx, faults: ImportErrors) {
  const { rows } = await tx.query<{ line: number; first: number; fault: 'differs' | 'order' | 'alone' | null }>(`
    with points as (select line, date, stock_code, pattern_type, first_value(line) over ids as first,
        first_value(stock_code) over ids as stock, first_value(pattern_type) over ids as kind,
        lag(date) over ids as before, count(*) over (partition by pattern_id) as many
      from incoming_point window ids as (partition by pattern_id order by point))
    select line, first, case when (stock_code, pattern_type) <> (stock, kind) then 'differs'
        when date <= before then 'order' when many = 1 then 'alone' end as fault
    from points where (stock_code, pattern_type) <> (stock, kind) or date <= before or many = 1
    order by line`)
  for (const { line, first, fault } of rows)
    faults.add('patternsCsv', line, { text: `import.pattern-${fault!}`, values: { first } })
}

export const patternImporter: Importer = {
  topics: exchange => [`patterns:${exchange as ExchangeId}`],
  async plan(tx, asked, { staging, staged, readDate, faults }) {
    const exchange = marketIn(asked)
    const { notes } = await staging(incomingPatterns(exchange, readDate))
    await staged()
    await refuseUneven(tx, faults)
    faults.refuse()
    return { created: [], notes, ...(await planPatterns(tx, exchange)) }
  },
  rollBack: byReplacedRows,
}
