import { type Revenue, revenue } from '@finlist/contract/staff/revenue'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callQuery } from '../../api/query-client.ts'
import { StaffCallFailed, StaffOnly } from '../../components/notices/staff-only.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Breakdown } from './Breakdown.tsx'
import { CsvButton } from './CsvButton.tsx'
import { Definitions } from './Definitions.tsx'
import { MonthSummary } from './MonthSummary.tsx'
import { Months } from './Months.tsx'
import { RevenueChart } from './RevenueChart.tsx'
import { spans, useRevenueAddress } from './use-revenue-address.ts'

/** The revenue from subscriptions by month, and the breakdown of each month. */
export default function RevenueScreen() {
  const t = useTranslation('revenue')
  return (
    <StaffOnly title={t('screen.admin-revenue')}>
      {() => (
        <>
          <PageHeader title={t('screen.admin-revenue')}>
            <p className="mt-1 max-w-[72ch] text-14 text-faded">{t('about')}</p>
          </PageHeader>
          <Figures />
        </>
      )}
    </StaffOnly>
  )
}

function Figures() {
  const t = useTranslation('revenue')
  const { from, to, span, month, by, change } = useRevenueAddress()
  const query = useQuery({ ...callQuery(revenue, { query: { from, to } }), placeholderData: keepPreviousData })
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <SegmentedControl
          legend={t('span')}
          value={span}
          onChange={value => change('months', value)}
          options={spans.map(value => ({ value, label: t('span.months', { count: Number(value) }) }))}
        />
        <CsvButton from={from} to={to} />
      </div>
      {query.data ? (
        <div aria-busy={query.isPlaceholderData} className="grid gap-9 aria-busy:opacity-55">
          <Shown data={query.data} month={month} by={by} change={change} />
        </div>
      ) : query.isError ? (
        <StaffCallFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <output className="grid gap-9">
          <span className="sr-only">{t('loading')}</span>
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-72 w-full" />
          <Skeleton className="h-96 w-full" />
        </output>
      )}
    </>
  )
}

type ShownProps = { data: Revenue } & Pick<ReturnType<typeof useRevenueAddress>, 'month' | 'by' | 'change'>

function Shown({ data: { months, rows, couponLinks, couponNames }, month, by, change }: ShownProps) {
  const t = useTranslation('revenue')
  const choose = (next: string) => change('month', next)
  return (
    <>
      <MonthSummary months={months} month={month} />
      <Section title={t('chart')}>
        <RevenueChart months={months} chosen={month} onChoose={choose} />
      </Section>
      <Breakdown
        rows={rows}
        month={month}
        by={by}
        couponLinks={couponLinks}
        couponNames={couponNames}
        onBy={value => change('by', value)}
      />
      <Months months={months} chosen={month} onChoose={choose} />
      <Definitions />
    </>
  )
}
