import { type TimeframeId, timeframeIds } from '@finlist/domain/chart/first-view'
import { useTranslation } from '../../i18n/texts.ts'
import { ToolChoice } from './ToolButton.tsx'

/** Choice of the period that the chart shows, always in daily bars. */
export function Timeframes({
  value,
  onChange,
}: {
  value: TimeframeId | undefined
  onChange: (id: TimeframeId) => void
}) {
  const t = useTranslation('chart')
  return (
    <ToolChoice
      label={t('timeframe')}
      options={timeframeIds.map(value => ({ value, label: t(`timeframe.${value}`) }))}
      value={value}
      onChange={onChange}
      wraps
    />
  )
}
