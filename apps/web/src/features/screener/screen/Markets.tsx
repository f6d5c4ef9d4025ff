import { type ExchangeId, markets } from '@finlist/domain/markets'
import { Check, Lock } from 'lucide-react'
import { useTranslation } from '../../../i18n/texts.ts'

type Props = {
  shown: readonly ExchangeId[]
  /** The markets that the user may screen. */
  allowed: readonly ExchangeId[]
  onChange: (markets: ExchangeId[]) => void
}

/** Choice of one or more markets. Those that the user's plan lacks are marked. */
export function Markets({ shown, allowed, onChange }: Props) {
  const t = useTranslation('screener')
  const toggle = (id: ExchangeId) => {
    const next = markets.flatMap(market => (shown.includes(market.id) !== (market.id === id) ? [market.id] : []))
    // At least one market stays.
    if (next.length > 0) onChange(next)
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-13 font-strong">{t('markets')}</legend>
      <div className="flex flex-wrap gap-1.5">
        {markets.map(({ id, linkSuffix }) => {
          const isLocked = !allowed.includes(id)
          const isShown = shown.includes(id)
          return (
            <label
              key={id}
              title={isLocked ? t('needs-plan') : undefined}
              className="flex min-h-11 cursor-pointer items-center gap-1.5 rounded-md border border-edge px-2.5 text-13 has-checked:border-accent has-checked:bg-accent-wash has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent md:min-h-8.5"
            >
              <input
                type="checkbox"
                checked={isShown}
                aria-label={isLocked ? t('markets.locked', { market: t(`market.${linkSuffix}`) }) : undefined}
                onChange={() => toggle(id)}
                className="sr-only"
              />
              {isShown ? (
                <Check size={14} aria-hidden />
              ) : (
                isLocked && <Lock size={13} aria-hidden className="text-faded" />
              )}
              {t(`market.${linkSuffix}`)}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
