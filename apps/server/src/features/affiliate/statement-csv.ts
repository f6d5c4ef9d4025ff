import { commissionOf } from '@finlist/domain/affiliate/commission'
import { csvText } from '@finlist/domain/csv'
import { periods } from '@finlist/domain/plans/catalogue'
import { products } from '@finlist/domain/plans/products'
import type { Statement, StatementLine } from './figures.ts'

const hongKongMs = 8 * 3_600_000
const heads = ['date', 'kind', 'product', 'period', 'income_hkd']

/**
 * CSV with one line for each payment, refund and lost dispute of the month, then their total, rate and commission; the
 * latter two are empty while the month is open. If the month has disputes, the amounts disputed, lost and won follow.
 * Money in HK dollars with two decimals, days in Hong Kong time. Customers are not named.
 */
export function statementCsv({ lines, income, rate, disputes }: Statement): string {
  const total = (name: string, value: string) => ['', name, '', '', value]
  return csvText([
    heads,
    ...lines.map(cellsOf),
    total('income', dollars(income)),
    total('rate_percent', rate === undefined ? '' : String(rate / 100)),
    total('commission', rate === undefined ? '' : dollars(commissionOf(income, rate))),
    ...(disputes
      ? [
          total('disputed', dollars(disputes.disputed)),
          total('disputes_lost', dollars(disputes.disputesLost)),
          total('disputes_won', dollars(disputes.disputesWon)),
        ]
      : []),
  ])
}

const cellsOf = ({ at, kind, product_id, period_id, cents }: StatementLine): string[] => [
  new Date(at.getTime() + hongKongMs).toISOString().slice(0, 10),
  kind,
  product_id !== null && product_id in products ? products[product_id as keyof typeof products].name : '',
  period_id !== null && period_id in periods ? periods[period_id as keyof typeof periods].name : '',
  dollars(cents),
]

const dollars = (cents: number) => (cents / 100).toFixed(2)
