import { money } from '../../../components/money.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { Section } from './Section.tsx'

/**
 * The credit, which is used up by the next payments, and the debt, which is due with the next payment. Both are in
 * cents.
 */
export function RemainingCredit({ credit, owed }: { credit: number; owed: number }) {
  const t = useTranslation('dashboard')
  return (
    <Section title={t('credit')}>
      <p className="pt-2 text-20 font-strong tracking-tight">{money(credit)}</p>
      <p className="text-13 text-faded">{t(credit > 0 ? 'credit.text' : 'credit.none')}</p>
      {owed > 0 && <p className="mt-2 text-14">{t('credit.owed', { amount: money(owed) })}</p>}
    </Section>
  )
}
