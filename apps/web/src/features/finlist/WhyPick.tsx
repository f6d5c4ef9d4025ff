import type { FinListStock } from '@finlist/contract/finlist'
import type { Why } from '@finlist/contract/reasons'
import { oneIn } from '@finlist/domain/chance/fires'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from '../../components/link.tsx'
import { formatNumber, formatPrice } from '../../components/market-figures.tsx'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Checklist } from './Checklist.tsx'
import { CheckPick, type PickKey } from './check-pick/CheckPick.tsx'
import { ScoreBars } from './ScoreBars.tsx'

/** The reasons why the stock is on the list, according to the method that chose it, as far as they are known. */
export function WhyPick({ why, ...pick }: PickKey & { why: UseQueryResult<Why> }) {
  const { stock } = pick
  const t = useTranslation('why')
  return (
    <section className="mt-6">
      <div className="flex items-baseline justify-between gap-3 border-b border-ink pb-1">
        <h3 className="text-13 font-strong">{t('why')}</h3>
        <Link to="/method" className="text-12 text-accent underline-offset-2 hover:underline">
          {t('method')}
        </Link>
      </div>
      {why.error ? (
        <CallFailed error={why.error} onRetry={() => void why.refetch()} />
      ) : why.data ? (
        <>
          <Told stock={stock} why={why.data} />
          {why.data.method !== null && <CheckPick key={`${pick.issueDate} ${stock.stockCode}`} {...pick} />}
        </>
      ) : (
        <Skeleton className="mt-3 h-120 w-full" />
      )}
    </section>
  )
}

function Told({ stock, why }: { stock: FinListStock; why: Why }) {
  const t = useTranslation('why')
  const { checklist, score, stop, note } = why
  return (
    <>
      <p className="pt-2 text-14">{madeBy(why)}</p>
      {why.method !== null && stock.buyPoint !== -1 && (
        <dl className="pt-2 text-13">
          <Price named={t('buy-point', { price: formatPrice(stock.buyPoint) })}>{t('buy-point.what')}</Price>
          {stop !== null && <Price named={t('stop.at', { price: formatPrice(stop) })}>{t('stop.what')}</Price>}
        </dl>
      )}
      {note && (
        <p className="mt-3 border-l-2 border-ink pl-3 text-14 wrap-anywhere">
          <span className="text-faded">{t('note')}</span> {note}
        </p>
      )}
      {why.chance && <p className="pt-3 text-13">{chanceWords(why.chance)}</p>}
      {score && <ScoreBars parts={score} score={stock.percivalScore} />}
      {checklist && <Checklist checklist={checklist} variant={why.variant} pattern={stock.patternType} />}
    </>
  )

  function chanceWords({ walks, real }: NonNullable<Why['chance']>): string {
    const told = ({ fires, stockWeeks }: typeof walks) => {
      const weeks = oneIn(fires, stockWeeks)
      return weeks === undefined
        ? t('chance.none', { weeks: formatNumber(stockWeeks) })
        : t('chance.one', { weeks: formatNumber(weeks) })
    }
    return t('chance', { walks: told(walks), real: told(real) })
  }

  function madeBy({ method, origin, methodBuyPoint }: Why): string {
    if (method === null || origin === 'import') return t('made.staff')
    const fits = t('fits', { method })
    if (origin === 'method') return fits
    if (methodBuyPoint !== null) return `${fits} ${t('buy-point.staff', { price: formatPrice(methodBuyPoint) })}`
    return t('added')
  }
}

const Price = ({ named, children }: { named: string; children: ReactNode }) => (
  <div className="py-0.5">
    <dt className="inline font-strong">{named}</dt> <dd className="inline text-faded">{children}</dd>
  </div>
)
