import type { Affiliate } from '@finlist/contract/affiliate'
import { useTranslation } from '../../i18n/texts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Section } from '../../ui/section.tsx'
import { Plans } from './Plans.tsx'
import { Sales } from './Sales.tsx'

export type FetchStatement = (month: string) => Promise<Blob>
type Props = { figures: Affiliate; statement: FetchStatement; empty: string }

/** What was sold with a code: its months and, all months together, its plans. */
export function CodeFigures({ figures: { code, salesRecord, planDetails }, statement, empty }: Props) {
  const t = useTranslation('affiliate')
  if (salesRecord.length === 0) return <EmptyState>{empty}</EmptyState>
  return (
    <div className="grid gap-9">
      <Section
        title={t('months')}
        ruled={false}
        beside={<span className="text-12 text-faded">{t('months.note')}</span>}
      >
        <Sales code={code} months={salesRecord} statement={statement} />
      </Section>
      {planDetails.length > 0 && (
        <Section
          title={t('plans')}
          ruled={false}
          beside={<span className="text-12 text-faded">{t('plans.note')}</span>}
        >
          <Plans plans={planDetails} />
        </Section>
      )}
    </div>
  )
}
