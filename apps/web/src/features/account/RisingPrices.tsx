import { useStored } from '../../api/storage.ts'
import { applyRisingPrices, risingPriceColours } from '../../api/theme.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { SegmentedControl } from '../../ui/segmented-control.tsx'

/** Which of the two colours a rise has; signs and arrows stay. */
export function RisingPrices() {
  const t = useTranslation('account')
  const rising = useStored('risingPrices')
  return (
    <div>
      <SegmentedControl
        legend={t('rising')}
        value={rising}
        onChange={applyRisingPrices}
        options={risingPriceColours.map(value => ({ value, label: t(`rising.${value}`) }))}
      />
      <p aria-hidden className="mt-1.5 flex gap-4 text-13">
        <span className="text-up">▲ +1.25%</span>
        <span className="text-down">▼ −0.80%</span>
      </p>
    </div>
  )
}
