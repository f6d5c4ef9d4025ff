import type { Affiliate } from '@finlist/contract/affiliate'
import { useTranslation } from '../../i18n/texts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Section } from '../../ui/section.tsx'
import { Plans } from './Plans.tsx'
import { Sales } from './Sales.tsx'
import type { FetchStatement } from './StatementButton.tsx'

type Props = { figures: Affiliate; statement: FetchStatement; empty: string }

/** The sales of a code: by month and, for all months together, by plan. */
export function CodeFigures({ figures: { code, salesRecord, disputes, planDetails }, statement, empty }: Props) {
  const t = useTranslation('affiliate')
  if (salesRecord.length === 0) return <EmptyState>{empty}</EmptyState>
  return (
    <div className="grid gap-9">
      <Section
        title={t('months')}
        ruled={false}
        beside={<span className="text-12 text-faded">{t('months.note')}</span>}
      >
        <Sales code={code} months={salesRecord} disputes={disputes} statement={statement} />
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
