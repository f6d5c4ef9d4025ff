import { useOperator } from '../../api/operator.ts'
import { useTranslation } from '../../i18n/texts.ts'

/** Shown on every screen while payments are in test mode; it cannot be dismissed. */
export function TestPayments() {
  const t = useTranslation()
  if (useOperator().payments !== 'sandbox') return null
  return (
    <aside className="border-b border-line bg-wash px-4 py-0.5 text-center text-12 md:px-8">{t('test-payments')}</aside>
  )
}
