import type { CardDetails } from '@finlist/contract/billing'
import { useTranslation } from '../../../../i18n/texts.ts'
import { expiryOf, useCardName } from '../card-name.ts'

type Props = { card: CardDetails; isNew: boolean; onChange: (isNew: boolean) => void; disabled: boolean }

/** Choice between the card on file, unless it has expired, and another card. */
export function CardChoice({ card, isNew, onChange, disabled }: Props) {
  const t = useTranslation('dashboard')
  const nameOf = useCardName()
  const ways = [
    { isNew: false, label: nameOf(card), note: t('card.expires', expiryOf(card)), off: card.expired },
    { isNew: true, label: t('change.new-card'), note: undefined, off: false },
  ]
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className="mb-1 text-13 font-strong">{t('change.pay-with')}</legend>
      <div className="rounded-md border border-edge">
        {ways.map(way => (
          <label
            key={String(way.isNew)}
            className="flex min-h-12 items-center gap-3 px-3 text-14 not-first:border-t not-first:border-line has-enabled:cursor-pointer"
          >
            <input
              type="radio"
              name="pay-with"
              checked={isNew === way.isNew}
              disabled={way.off}
              onChange={() => onChange(way.isNew)}
              className="size-4.5 shrink-0 accent-accent"
            />
            <span className={`min-w-0 flex-1 ${way.off ? 'text-faded' : ''}`}>{way.label}</span>
            {way.off ? (
              <span className="text-13 text-wrong">{t('card.expired')}</span>
            ) : (
              way.note && <span className="text-13 text-faded">{way.note}</span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
