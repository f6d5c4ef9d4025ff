import type { Affiliate } from '@finlist/contract/affiliate'
import { useTexts } from '../../i18n/texts.ts'
import { Empty } from '../../ui/empty.tsx'
import { useIsPhone } from '../../ui/is-phone.ts'
import { Section } from '../../ui/section.tsx'
import { PlanCards } from './PlanCards.tsx'
import { PlanTable } from './PlanTable.tsx'
import { SalesCards } from './SalesCards.tsx'
import { SalesTable } from './SalesTable.tsx'

export type FetchStatement = (month: string) => Promise<Blob>
type Props = { figures: Affiliate; statement: FetchStatement; empty: string }

/** What was sold with a code: its months and, all months together, its plans. */
export function CodeFigures({ figures: { code, salesRecord, planDetails }, statement, empty }: Props) {
  const t = useTexts('affiliate')
  const phone = useIsPhone()
  if (salesRecord.length === 0) return <Empty>{empty}</Empty>
  const Months = phone ? SalesCards : SalesTable
  const Plans = phone ? PlanCards : PlanTable
  return (
    <div className="grid gap-9">
      <Section
        title={t('months')}
        ruled={phone}
        beside={<span className="text-12 text-faded">{t('months.note')}</span>}
      >
        <Months code={code} months={salesRecord} statement={statement} />
      </Section>
      {planDetails.length > 0 && (
        <Section
          title={t('plans')}
          ruled={phone}
          beside={<span className="text-12 text-faded">{t('plans.note')}</span>}
        >
          <Plans plans={planDetails} />
        </Section>
      )}
    </div>
  )
}
