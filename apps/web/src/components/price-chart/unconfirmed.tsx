import type { DayBar } from '@finlist/domain/chart/spans'
import { type Translate, useTranslation } from '../../i18n/texts.ts'
import { formatDay } from '../market-dates.ts'
import type { Sign } from './engine/prices.ts'

/** A question mark above each bar with an unexplained price move. */
export function unconfirmedSigns(
  bars: readonly Pick<DayBar, 'date'>[],
  days: readonly string[],
  t: Translate<'stock'>,
): (Sign & { said: string })[] {
  const places = new Set(days.map(day => bars.findLast(({ date }) => date <= day)?.date))
  return [...places].flatMap(date =>
    date === undefined ? [] : [{ date, letter: '?', colour: 'var(--accent)', above: true, said: t('unconfirmed') }],
  )
}

const mostNamed = 3

/**
 * Explains what an unconfirmed price move may be. Renders nothing if the stock has no such move. `days`: oldest first.
 */
export function UnconfirmedNote({ days }: { days: readonly string[] }) {
  const t = useTranslation('stock')
  if (days.length === 0) return null
  const named = days.slice(-mostNamed).map(day => formatDay(day))
  return (
    <p className="pt-1 text-13">
      <span aria-hidden className="font-strong text-accent">
        ?
      </span>{' '}
      {t('unconfirmed.note', { days: named.join(t('unconfirmed.between')) })}
    </p>
  )
}
