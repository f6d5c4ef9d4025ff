import { finListEarlier } from '@finlist/contract/finlist-earlier'
import { finListResults, type Results } from '@finlist/contract/finlist-results'
import { profitAlerts } from '@finlist/contract/profit-alerts'
import { type DayBar, type Resolution, startOfSpan } from '@finlist/domain/chart/spans'
import type { ChartSymbol } from '@finlist/domain/chart/symbol'
import type { ExchangeId } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { currentLanguage } from '../../../api/language.ts'
import { callQuery } from '../../../api/query-client.ts'
import { formatDay } from '../../../components/market-dates.ts'
import { formatChange, formatPrice, formatVolume } from '../../../components/market-figures.tsx'
import type { Sign } from '../../../components/price-chart/engine/prices.ts'
import { type Translate, useTranslation } from '../../../i18n/texts.ts'

type Event = { day: string; letter: string; colour: string; said: string }
/**
 * A stock counts as new on a list if the previous list that contained it is more than this number of days older. It
 * then missed at least two weekly issues.
 */
const apartDays = 15

/**
 * Signs at the bars of the days on which the stock entered the FinList, its quarterly results became known or it had a
 * profit alert.
 */
export function useEvents(
  { exchange, stockCode }: ChartSymbol,
  {
    bars,
    resolution,
    rights,
    isOn,
  }: { bars: readonly DayBar[]; resolution: Resolution; rights: readonly string[]; isOn: boolean },
): (Sign & { said: string })[] {
  const t = useTranslation('around')
  const spoken = currentLanguage()
  const market = exchange as ExchangeId
  const ofList = { enabled: isOn && rights.includes(`finlist:${market}`), retry: false }
  const asked = { params: { exchange: market }, query: { stockCode } }
  const earlier = useQuery({ ...callQuery(finListEarlier, asked), ...ofList })
  const results = useQuery({ ...callQuery(finListResults, asked), ...ofList })
  const news = useQuery({
    ...callQuery(profitAlerts),
    enabled: isOn && market === 'HKEX' && rights.includes('profit-alerts'),
  })
  return useMemo(() => {
    const lists = (earlier.data ?? []).filter(
      ({ issueDate }, at, all) => !all[at + 1] || daysBetween(all[at + 1]!.issueDate, issueDate) > apartDays,
    )
    const events: Event[] = [
      ...lists.map(({ issueDate, place, of }) => ({
        day: issueDate,
        letter: 'L',
        colour: 'var(--accent)',
        said: t('event.list', { date: formatDay(issueDate, 'short'), place, count: of }),
      })),
      ...(results.data ?? []).map(result => ({
        day: result.knownOn,
        letter: 'E',
        colour: 'var(--ink)',
        said: resultsInWords(result, t),
      })),
      ...(news.data ?? []).flatMap(({ date, stockList }) =>
        stockList
          .filter(it => it.stockCode === stockCode)
          .map(({ reportType }) => ({
            day: date,
            letter: 'P',
            colour: 'var(--ink)',
            said: t(`event.${reportType}`, { date: formatDay(date, 'short') }),
          })),
      ),
    ]
    return isOn ? events.flatMap(event => signOf(event, bars, resolution)) : []
    // oxlint-disable-next-line react/exhaustive-deps
  }, [earlier.data, results.data, news.data, bars, resolution, stockCode, isOn, spoken])
}

function resultsInWords({ knownOn, periodEnd, source, ...of }: Results, t: Translate<'around'>): string {
  const figure = (name: 'eps' | 'sales', value: string, change: number | null) =>
    change === null
      ? t(`event.results.${name}`, { value })
      : t(`event.results.${name}.change`, { value, change: formatChange(change) })
  return [
    t('event.results', { date: formatDay(knownOn, 'short'), end: formatDay(periodEnd, 'short') }),
    ...(of.eps === null ? [] : [figure('eps', formatPrice(of.eps), of.epsChange)]),
    ...(of.sales === null ? [] : [figure('sales', formatVolume(of.sales), of.salesChange)]),
    ...(source === null ? [] : [t('event.results.source', { source })]),
  ].join(t('event.results.between'))
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

/** The event's sign, at the bar of its day or at the next bar. Empty if the event is before the first bar. */
function signOf({ day, ...sign }: Event, bars: readonly DayBar[], resolution: Resolution) {
  const span = startOfSpan(day, resolution)
  const bar = bars.find(({ date }) => startOfSpan(date, resolution) >= span)
  return !bar || span < startOfSpan(bars[0]!.date, resolution) ? [] : [{ ...sign, date: bar.date, above: false }]
}
