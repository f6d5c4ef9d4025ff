import type { CardDetails } from '@finlist/contract/billing'
import { CreditCard } from 'lucide-react'
import { useTranslation } from '../../../i18n/texts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { expiryOf, useCardName } from './card-name.ts'
import { Section } from './Section.tsx'

type Props = { card: CardDetails | null; onChange: () => void }

/** What is known about the card on file, and a button to change the card. */
export function PaymentCard({ card, onChange }: Props) {
  const t = useTranslation('dashboard')
  const nameOf = useCardName()
  return (
    <Section title={t('card')}>
      <div className="flex items-start gap-3 pt-3">
        <CreditCard size={20} strokeWidth={1.5} aria-hidden className="mt-0.5 shrink-0 text-faded" />
        {card ? (
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-14 font-strong">
              {nameOf(card)}
              {card.expired && <Badge variant="wrong">{t('card.expired')}</Badge>}
            </p>
            <p className="text-13 text-faded">{t('card.expires', expiryOf(card))}</p>
            {card.expired && <p className="mt-1 text-13 text-wrong">{t('card.expired.text')}</p>}
          </div>
        ) : (
          <p className="text-14 text-faded">{t('card.none')}</p>
        )}
      </div>
      <Button className="mt-3" onClick={onChange}>
        {t(card ? 'card.change' : 'card.add')}
      </Button>
    </Section>
  )
}
