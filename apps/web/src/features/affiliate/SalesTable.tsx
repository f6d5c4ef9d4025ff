import type { SalesMonth } from '@finlist/contract/affiliate'
import { useTexts } from '../../i18n/texts.ts'
import { dollars } from '../../parts/money.ts'
import type { FetchStatement } from './CodeFigures.tsx'
import { Commission } from './Commission.tsx'
import { monthName, sumOf } from './months.ts'
import { StatementButton } from './StatementButton.tsx'

export type MonthsProps = { code: string; months: readonly SalesMonth[]; statement: FetchStatement }

/** Every month in a row, the newest first, and their sum. */
export function SalesTable({ code, months, statement }: MonthsProps) {
  const t = useTexts('affiliate')
  const sum = sumOf(months)
  return (
    <table className="mt-1 w-full table-fixed text-13 tabular-nums">
      <caption className="sr-only">{t('months')}</caption>
      <thead>
        <tr className="border-b border-ink text-12 [&>th]:py-1.5 [&>th]:align-bottom [&>th]:font-strong">
          <th scope="col" className="text-start">
            {t('month')}
          </th>
          <th scope="col" className="text-end">
            {t('plansSold')}
          </th>
          <th scope="col" className="text-end">
            {t('income')} <span className="font-normal text-faded">HK$</span>
          </th>
          <th scope="col" className="w-[30%] text-end">
            {t('commission')} <span className="font-normal text-faded">HK$</span>
          </th>
          <th scope="col" className="w-40 text-end">
            {t('statement')}
          </th>
        </tr>
      </thead>
      <tbody>
        {months.map(row => (
          <tr key={row.month} className="h-10 border-b border-line hover:bg-wash [&>td]:text-end">
            <th scope="row" className="text-start font-normal whitespace-nowrap">
              {monthName(row.month)}
            </th>
            <td>{row.plansSold.toLocaleString('en-HK')}</td>
            <td>{dollars(row.income)}</td>
            <td>
              <Commission row={row} />
            </td>
            <td>
              <StatementButton code={code} month={row.month} fetch={statement} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="h-10 font-strong [&>td]:text-end">
          <th scope="row" className="text-start">
            {t('total')}
          </th>
          <td>{sum.plansSold.toLocaleString('en-HK')}</td>
          <td>{dollars(sum.income)}</td>
          <td>{dollars(sum.commission)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
