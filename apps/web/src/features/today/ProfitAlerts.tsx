import { freshDays, type Today } from '@finlist/contract/today'
import { padded } from '@finlist/domain/chart/padded'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { nameOf } from '../../components/stock-name.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Nothing, Part, Row } from './Part.tsx'

const looks = { POSITIVE: 'good', NEGATIVE: 'wrong', OTHER: 'plain' } as const

/** Recent profit announcements of watched companies. */
export function ProfitAlerts({ alerts }: { alerts: NonNullable<Today['profitAlerts']> }) {
  const t = useTranslation('today')
  const say = useTranslation('profit-alerts')
  return (
    <Part title={t('screen.profit-alerts')} to="/stock-news-hk" all={t('profit.all')}>
      {alerts.length > 0 ? (
        <ul>
          {alerts.map(alert => (
            <Row key={`${alert.stockCode} ${alert.releaseTime}`} to="/stock-news-hk">
              <span className="w-11 shrink-0 font-strong tabular-nums">{padded('HKEX', alert.stockCode)}</span>
              <span className="min-w-0 flex-1 truncate">{nameOf(alert)}</span>
              <Badge variant={looks[alert.reportType]}>{say(`type.${alert.reportType}`)}</Badge>
              <time dateTime={alert.releaseTime} className="shrink-0 text-12 text-faded">
                {hongKongDate(alert.releaseTime, 'this-year')}
              </time>
            </Row>
          ))}
        </ul>
      ) : (
        <Nothing>{t('profit.none', { days: freshDays })}</Nothing>
      )}
    </Part>
  )
}
