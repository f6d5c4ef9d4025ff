import type { Today } from '@finlist/contract/today'
import { padded } from '@finlist/domain/chart/padded'
import { formatDay } from '../../components/market-dates.ts'
import { Change } from '../../components/market-figures.tsx'
import { nameOf } from '../../components/stock-name.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Nothing, Part, Row } from './Part.tsx'

type HolderChange = NonNullable<Today['shareholding']>['changes'][number]

/** Groups the changes by stock and participant. Each group has the change in a day, in a week, or both. */
function byHolder(changes: readonly HolderChange[]) {
  const found = new Map<string, [HolderChange, HolderChange?]>()
  for (const change of changes) {
    const key = `${change.stockCode} ${change.participantId}`
    const [first] = found.get(key) ?? []
    found.set(key, first ? [first, change] : [change])
  }
  return found
}

/** Sorts the change in a day before that in a week. */
const inOrder = (change: HolderChange, other?: HolderChange) =>
  !other ? [change] : change.span === 'day' ? [change, other] : [other, change]

/** The watched stocks that are among the largest shareholding changes. */
export function HolderChanges({ shareholdingDate, changes }: NonNullable<Today['shareholding']>) {
  const t = useTranslation('today')
  return (
    <Part
      title={t('screen.shareholding')}
      to="/top-shareholding-change"
      all={t('holders.all')}
      {...(shareholdingDate && { note: t('holders.note', { date: formatDay(shareholdingDate, 'short') }) })}
    >
      {changes.length > 0 ? (
        <ul>
          {[...byHolder(changes)].map(([key, [change, other]]) => (
            <Row
              key={key}
              to={`/top-shareholding-change?${new URLSearchParams({ stock: change.stockCode, line: change.participantId })}`}
            >
              <span className="w-11 shrink-0 self-start pt-0.5 font-strong tabular-nums">
                {padded('HKEX', change.stockCode)}
              </span>
              <span className="min-w-0 flex-1">
                <span className="block truncate">{nameOf(change)}</span>
                <span className="block truncate text-12 text-faded">{change.participantName}</span>
              </span>
              <span className="figures shrink-0 self-start text-end">
                {inOrder(change, other).map(({ span, shareholdingPercentChange }) => (
                  <span key={span} className="block leading-5.5">
                    <Change value={shareholdingPercentChange} />
                    <span className="ml-2 inline-block min-w-14 text-12 text-faded">{t(`span.${span}`)}</span>
                  </span>
                ))}
              </span>
            </Row>
          ))}
        </ul>
      ) : (
        <Nothing>{t('holders.none')}</Nothing>
      )}
    </Part>
  )
}
