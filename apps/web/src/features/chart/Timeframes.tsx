import { type TimeframeId, timeframes } from '@finlist/domain/chart/first-view'
import { useTranslation } from '../../i18n/texts.ts'
import { ToolChoice } from './ToolButton.tsx'

/** How far back the chart shows; each of them in daily bars. */
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
      options={timeframes.map(({ id }) => ({ value: id, label: t(`timeframe.${id}`) }))}
      value={value}
      onChange={onChange}
      wraps
    />
  )
}
