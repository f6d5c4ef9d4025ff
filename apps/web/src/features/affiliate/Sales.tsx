import type { DisputedMonth, SalesMonth } from '@finlist/contract/affiliate'
import { dollars } from '../../components/money.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { type FigureColumn, FigureTable } from '../../ui/figure-table.tsx'
import { Commission } from './Commission.tsx'
import { monthName, sumOf } from './months.ts'
import { type FetchStatement, StatementButton } from './StatementButton.tsx'

type Props = {
  code: string
  months: readonly SalesMonth[]
  disputes: readonly DisputedMonth[]
  statement: FetchStatement
}

/** The sales of all months, newest first, and their total. Disputes have columns only if there are any. */
export function Sales({ code, months, disputes, statement }: Props) {
  const t = useTranslation('affiliate')
  const sum = sumOf(months)
  const disputeOf = (name: (typeof disputeNames)[number]): FigureColumn<SalesMonth> => ({
    label: t(name),
    unit: 'HK$',
    of: row => dollars(disputes.find(({ month }) => month === row.month)?.[name] ?? 0),
  })
  const shown = disputes.length === 0 ? [] : disputeNames
  return (
    <FigureTable
      caption={t('months')}
      rows={months}
      keyOf={({ month }) => month}
      columns={[
        { label: t('month'), of: ({ month }) => monthName(month) },
        { label: t('plansSold'), of: ({ plansSold }) => plansSold.toLocaleString('en-HK') },
        { label: t('income'), unit: 'HK$', of: ({ income }) => dollars(income) },
        { label: t('commission'), unit: 'HK$', of: row => <Commission row={row} /> },
        ...shown.map(disputeOf),
        {
          label: t('statement'),
          action: true,
          of: ({ month }) => <StatementButton code={code} month={month} fetch={statement} />,
        },
      ]}
      total={[
        t('total'),
        sum.plansSold.toLocaleString('en-HK'),
        dollars(sum.income),
        dollars(sum.commission),
        ...shown.map(name => dollars(disputes.reduce((total, row) => total + row[name], 0))),
      ]}
    />
  )
}

const disputeNames = ['disputed', 'disputesLost', 'disputesWon'] as const
