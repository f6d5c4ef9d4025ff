import { useKept } from '../../api/storage.ts'
import { applyRisingPrices, risingPriceColours } from '../../api/theme.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Choice } from '../../ui/choice.tsx'

/** Which of the two colours a rise has; signs and arrows stay. */
export function RisingPrices() {
  const t = useTexts('account')
  const rising = useKept('risingPrices')
  return (
    <div>
      <Choice
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
