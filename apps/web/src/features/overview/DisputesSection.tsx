import type { Overview } from '@finlist/contract/staff/overview'
import { dollars } from '../../components/money.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { DescriptionList, Fact } from '../../ui/description-list.tsx'
import { Section } from '../../ui/section.tsx'

/** Payments disputed by cardholders: open ones, and those decided in the last 90 days. */
export function DisputesSection({ disputes }: { disputes: NonNullable<Overview['disputes']> }) {
  const t = useTranslation('overview')
  const { open, openCents, lostCents, wonCents } = disputes
  return (
    <Section title={t('disputes')}>
      <DescriptionList>
        <Fact name={t('disputes.open')}>
          <span className={open > 0 ? 'font-strong text-wrong' : ''}>
            {open === 0 ? open : t('disputes.open.sum', { count: open, amount: dollars(openCents) })}
          </span>
        </Fact>
        <Fact name={t('disputes.lost')}>{`HK$${dollars(lostCents)}`}</Fact>
        <Fact name={t('disputes.won')}>{`HK$${dollars(wonCents)}`}</Fact>
      </DescriptionList>
    </Section>
  )
}
