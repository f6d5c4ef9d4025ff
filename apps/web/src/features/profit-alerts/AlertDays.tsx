import type { AlertDay, ProfitAlertOutcomes } from '@finlist/contract/profit-alerts'
import { outcomeDays } from '@finlist/domain/profit-alerts/sessions-after'
import { type ReactNode, useId } from 'react'
import { formatDay } from '../../components/market-dates.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { AlertRow, figureColumns } from './AlertRow.tsx'

type Outcome = ProfitAlertOutcomes['outcomes'][number]
type Props = { days: readonly AlertDay[]; listed: ReadonlySet<string>; outcomes: readonly Outcome[] }

const keyOf = ({ stockCode, releaseTime }: Pick<Outcome, 'stockCode' | 'releaseTime'>) => `${stockCode} ${releaseTime}`

/**
 * The announcements grouped by day. The date is next to its rows, so a day with a single announcement takes one line.
 */
export function AlertDays({ days, listed, outcomes }: Props) {
  const t = useTranslation('profit-alerts')
  const known = new Map(outcomes.map(outcome => [keyOf(outcome), outcome.changes]))
  return (
    <div className="max-w-5xl border-t border-ink md:border-t-0">
      <div aria-hidden className={`border-b border-ink pb-1.5 text-12 font-strong max-md:hidden ${columns}`}>
        <span />
        <span className={figureColumns}>
          <span className="col-start-4 text-end font-normal text-faded" style={{ gridColumn: '4 / 7' }}>
            {t('after.unit')}
          </span>
          {outcomeDays.map((span, at) => (
            <span key={span} className="figures row-start-2" style={{ gridColumn: at + 4 }}>
              {t('after.days', { count: span })}
            </span>
          ))}
        </span>
      </div>
      {days.map(({ date, stockList }) => (
        <Day key={date} date={date} count={stockList.length}>
          {stockList.map(alert => (
            <AlertRow
              key={keyOf(alert)}
              alert={alert}
              isListed={listed.has(alert.stockCode)}
              changes={known.get(keyOf(alert))}
            />
          ))}
        </Day>
      ))}
    </div>
  )
}

const columns = 'md:grid md:grid-cols-[13rem_minmax(0,1fr)] md:gap-x-3'

type DayProps = { date: string; count: number; children: ReactNode }

/** The date of a group. On a phone, it is above several rows, or within a single row. */
function Day({ date, count, children }: DayProps) {
  const t = useTranslation('profit-alerts')
  const id = useId()
  const isSingle = count === 1
  return (
    <section aria-labelledby={id} className={`relative border-b border-line ${columns}`}>
      <div
        className={`md:flex md:flex-col md:justify-start md:py-2 ${isSingle ? 'max-md:absolute max-md:top-1.5 max-md:left-0 max-md:z-1' : 'flex flex-wrap items-baseline justify-between gap-x-3 pt-4 pb-1 max-md:border-b max-md:border-line'}`}
      >
        <h2 id={id} className={`font-strong ${isSingle ? 'text-12 md:text-13' : 'text-14 md:text-13'}`}>
          {isSingle ? (
            <>
              <span className="max-md:hidden">{formatDay(date, 'weekday')}</span>
              <span className="md:hidden">{formatDay(date, 'day')}</span>
            </>
          ) : (
            formatDay(date, 'weekday')
          )}
        </h2>
        {!isSingle && <span className="text-12 text-faded">{t('count', { count })}</span>}
      </div>
      <ul className={isSingle ? 'max-md:[&_time]:pt-4' : ''}>{children}</ul>
    </section>
  )
}
