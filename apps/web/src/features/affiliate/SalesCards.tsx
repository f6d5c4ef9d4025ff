import { useTexts } from '../../i18n/texts.ts'
import { dollars } from '../../parts/money.ts'
import { Commission } from './Commission.tsx'
import { FigureLine } from './FigureLine.tsx'
import { monthName, sumOf } from './months.ts'
import type { MonthsProps } from './SalesTable.tsx'
import { StatementButton } from './StatementButton.tsx'

/** Every month on a phone, the newest first, and their sum. */
export function SalesCards({ code, months, statement }: MonthsProps) {
  const t = useTexts('affiliate')
  const { plansSold, income, commission } = sumOf(months)
  const all = [
    [t('plansSold'), plansSold.toLocaleString('en-HK')],
    [t('income'), dollars(income)],
    [t('commission'), dollars(commission)],
  ] as const
  return (
    <ul aria-label={t('months')} className="text-14">
      {months.map(row => (
        <li key={row.month} className="border-b border-line pb-3">
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <h3 className="font-strong">{monthName(row.month)}</h3>
            <StatementButton code={code} month={row.month} fetch={statement} />
          </div>
          <dl className="grid gap-y-0.5 text-13">
            <FigureLine name={t('plansSold')}>{row.plansSold.toLocaleString('en-HK')}</FigureLine>
            <FigureLine name={`${t('income')} HK$`}>{dollars(row.income)}</FigureLine>
            <FigureLine name={`${t('commission')} HK$`}>
              <Commission row={row} />
            </FigureLine>
          </dl>
        </li>
      ))}
      <li className="py-3">
        <h3 className="font-strong">{t('total')}</h3>
        <dl className="mt-1 grid gap-y-0.5 text-13">
          {all.map(([name, value], at) => (
            <FigureLine key={name} name={at === 0 ? name : `${name} HK$`}>
              <strong className="font-strong">{value}</strong>
            </FigureLine>
          ))}
        </dl>
      </li>
    </ul>
  )
}
