import type { Today } from '@finlist/contract/today'
import { padded } from '@finlist/domain/chart/padded'
import { useTranslation } from '../../i18n/texts.ts'
import { formatDay } from '../../parts/market-dates.ts'
import { Change } from '../../parts/market-figures.tsx'
import { nameOf } from '../../parts/stock-name.ts'
import { Nothing, Part, Row } from './Part.tsx'

/** The watched stocks among the largest shareholding changes. */
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
          {changes.map(change => (
            <Row
              key={`${change.stockCode} ${change.participantId} ${change.span}`}
              to={`/top-shareholding-change?${new URLSearchParams({ stock: change.stockCode, line: change.participantId })}`}
            >
              <span className="w-11 shrink-0 self-start pt-0.5 font-strong tabular-nums">
                {padded('HKEX', change.stockCode)}
              </span>
              <span className="min-w-0 flex-1">
                <span className="block truncate">{nameOf(change)}</span>
                <span className="block truncate text-12 text-faded">{change.participantName}</span>
              </span>
              <span className="figures shrink-0 text-end">
                <Change value={change.shareholdingPercentChange} />
                <span className="block text-12 text-faded">{t(`span.${change.span}`)}</span>
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
