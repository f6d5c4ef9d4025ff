import type { Invoice } from '@finlist/contract/billing'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { currentLanguage } from '../../../../api/language.ts'
import { hongKongDate } from '../../../../components/hong-kong-date.ts'
import { usePlanWords } from '../../../../components/plan-words.ts'
import { useTranslation } from '../../../../i18n/texts.ts'
import { inOrder, type Sort, sortedBy } from '../../../../ui/sort.ts'
import { Amount } from './Amount.tsx'
import { PdfButton } from './PdfButton.tsx'

const columns = ['paid', 'product', 'start', 'end', 'amount'] as const
type Column = (typeof columns)[number]

/** Receipts on a desktop, sortable by each column. */
export function ReceiptTable({ invoices }: { invoices: readonly Invoice[] }) {
  const t = useTranslation('dashboard')
  const words = usePlanWords()
  const [sort, setSort] = useState<Sort<Column>>({ by: 'paid', down: true })
  const values: Record<Column, (invoice: Invoice) => string | number> = {
    paid: ({ paidAt }) => Date.parse(paidAt),
    product: invoice => words.plan(invoice),
    start: ({ periodStart }) => Date.parse(periodStart),
    end: ({ periodEnd }) => Date.parse(periodEnd),
    amount: ({ amountPaid }) => amountPaid,
  }
  const rows = inOrder(invoices, values[sort.by], sort.down, currentLanguage())
  return (
    <table className="w-full border-separate border-spacing-0 text-14 [&>tbody>tr>*]:h-12 [&>tbody>tr>*]:border-b [&>tbody>tr>*]:border-line [&>tbody>tr>*]:pr-4">
      <caption className="sr-only">{t('receipts.caption')}</caption>
      <thead>
        <tr>
          {columns.map(column => (
            <HeadCell key={column} column={column} sort={sort} onSort={() => setSort(sortedBy(sort, column))} />
          ))}
          <th scope="col" className={headClass}>
            <span className="sr-only">{t('receipts.pdf')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(invoice => (
          <tr key={invoice.invoiceId} className="hover:bg-wash">
            <th scope="row" className="whitespace-nowrap">
              {hongKongDate(invoice.paidAt)}
            </th>
            <td>
              {words.plan(invoice)} <span className="text-13 text-faded">{words.period(invoice.billingPeriodId)}</span>
            </td>
            <td className="whitespace-nowrap">{hongKongDate(invoice.periodStart)}</td>
            <td className="whitespace-nowrap">{hongKongDate(invoice.periodEnd)}</td>
            <td className="figures">
              <Amount invoice={invoice} />
            </td>
            <td className="w-20 pr-0! text-end">
              <PdfButton invoice={invoice} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const headClass = 'sticky short:static top-(--bars) z-1 border-b border-ink bg-paper p-0 align-bottom'

function HeadCell({ column, sort, onSort }: { column: Column; sort: Sort<Column>; onSort: () => void }) {
  const t = useTranslation('dashboard')
  const isActive = sort.by === column
  const Arrow = isActive && sort.down ? ArrowDown : ArrowUp
  const isEnd = column === 'amount'
  return (
    <th
      scope="col"
      aria-sort={isActive ? (sort.down ? 'descending' : 'ascending') : undefined}
      className={`${headClass} ${isEnd ? 'pr-4!' : ''}`}
    >
      <button
        type="button"
        onClick={onSort}
        className={`group flex min-h-9 w-full items-center gap-1 text-12 font-strong ${isEnd ? 'flex-row-reverse justify-start' : ''}`}
      >
        {t(`receipts.${column}`)}
        <Arrow
          size={13}
          aria-hidden
          className={`shrink-0 ${isActive ? 'text-accent' : 'opacity-0 group-hover:opacity-50'}`}
        />
      </button>
    </th>
  )
}
