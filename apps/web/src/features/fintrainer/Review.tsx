import type { GameReview, GameTrade } from '@finlist/contract/fintrainer'
import type { ReactNode } from 'react'
import { formatPrice } from '../../components/market-figures.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Collapsible } from '../../ui/collapsible.tsx'
import { percent } from './Stats.tsx'

type Props = { review: GameReview; trades: readonly GameTrade[] }

/** The return over the same days without trading, and whether the player followed the rules. */
export function Review({ review, trades }: Props) {
  const t = useTranslation('fintrainer')
  const { days, daysHeld, buyAndHoldReturn, marketReturn, pattern } = review
  const stops = review.trades.map(({ stopKept }) => stopKept)
  const chases = review.trades.map(({ chaseKept }) => chaseKept).filter(kept => kept !== null)
  const kept = (rule: readonly boolean[]) => t('review.kept', { count: rule.filter(Boolean).length, of: rule.length })
  return (
    <section aria-label={t('review')} className="mt-4">
      <h3 className="text-13 font-strong">{t('review')}</h3>
      <dl className="mt-1 text-13 tabular-nums">
        <Line name={t('review.hold')}>{percent(buyAndHoldReturn)}</Line>
        {marketReturn !== null && <Line name={t('review.market')}>{percent(marketReturn)}</Line>}
        <Line name={t('review.days')}>{t('review.days.held', { held: daysHeld, days })}</Line>
        {stops.length > 0 && <Line name={t('review.stop')}>{kept(stops)}</Line>}
        {chases.length > 0 && <Line name={t('review.chase')}>{kept(chases)}</Line>}
        {pattern && (
          <Line name={t('review.pattern')}>
            {pattern.pivot === null
              ? t(`pattern.${pattern.patternType}`)
              : t('review.pivot', {
                  pattern: t(`pattern.${pattern.patternType}`),
                  price: formatPrice(pattern.pivot),
                })}
          </Line>
        )}
      </dl>
      {trades.length > 0 && <Trades trades={trades} review={review} />}
    </section>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-1">
      <dt className="text-faded">{name}</dt>
      <dd className="text-end">{children}</dd>
    </div>
  )
}

function Trades({ trades, review }: Props) {
  const t = useTranslation('fintrainer')
  return (
    <Collapsible label={t('review.trades', { count: trades.length })} className="mt-1">
      <ol className="text-13 tabular-nums">
        {trades.map(({ buyPrice, sellPrice, returnRate, buyDate }, at) => (
          <li
            key={`${at} ${buyDate}`}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-1"
          >
            <span>
              {formatPrice(buyPrice)} → {formatPrice(sellPrice)}
              {review.trades[at] && !review.trades[at].stopKept && (
                <span className="ml-2 text-12 text-faded">{t('review.stop.missed')}</span>
              )}
              {review.trades[at]?.chaseKept === false && (
                <span className="ml-2 text-12 text-faded">{t('review.chase.missed')}</span>
              )}
            </span>
            <span>{percent(returnRate)}</span>
          </li>
        ))}
      </ol>
    </Collapsible>
  )
}
