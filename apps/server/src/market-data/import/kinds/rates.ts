import { rateColumns } from '@finlist/contract/staff/upload-columns'
import { currencies } from '@finlist/domain/currencies'
import type { Currency } from '@finlist/domain/markets'
import type { Tx } from '../../../db/database.ts'
import { ask } from '../../quality/ask.ts'
import { askedOfRates } from '../../quality/plausible.ts'
import { compare, replaced, tuple } from '../compare.ts'
import { readPrice, readText, readWord } from '../files/cell.ts'
import { columnsOf, type NameIn } from '../files/column-aliases.ts'
import type { ReadDate } from '../files/date.ts'
import { byReplacedRows, type Importer } from '../importer.ts'
import type { Incoming } from '../stage.ts'

type Name = NameIn<typeof rateColumns>

/** The currencies that need a rate: all but the Hong Kong dollar, in which rates are expressed. */
const rated = currencies
  .filter(currency => currency !== 'HKD')
  .map(currency => currency.toLowerCase() as Lowercase<Currency>)

const mostSourceChars = 40
/** What an upload may change about a currency's rate of a day. */
const values = ['hkd', 'source']

const incomingRates = (readDate: ReadDate): Incoming<Name> => ({
  field: 'ratesCsv',
  table: 'incoming_rate',
  shape: 'currency text not null, date date not null, hkd double precision not null, source text',
  key: ['currency', 'date'],
  twice: 'import.same-date-twice',
  columns: columnsOf(rateColumns),
  values: cells => [
    readWord(cells.of('currency'), 'currency', rated).toUpperCase(),
    readDate(cells.of('date'), 'date'),
    readPrice(cells.of('rate'), 'rate'),
    readText(cells.of('source'), 'source', mostSourceChars) || null,
  ],
})

/** Importer of exchange rates; replaces one of the same currency and day. */
export const rateImporter: Importer = {
  topics: () => ['rates:HKD'],
  async plan(tx, asked, { staging, staged, readDate }) {
    const { rows, notes } = await staging(incomingRates(readDate))
    await staged()
    const unlikely = asked.again ? [] : ask(await askedOfRates(tx), asked)
    const key = ['currency', 'date']
    const counts = await compare(tx, { came: 'incoming_rate', rows, known: 'exchange_rate', key, values })
    return { count: rows, counts, created: [], notes: [...unlikely, ...notes], write: () => writeRates(tx) }
  },
  rollBack: byReplacedRows,
}

async function writeRates(tx: Tx) {
  await tx.query(
    `insert into exchange_rate as known (currency, date, hkd, source) select currency, date, hkd, source from incoming_rate
     on conflict (currency, date) do update set ${replaced(values)}
       where ${tuple('known', values)} is distinct from ${tuple('excluded', values)}`,
  )
}
