import type { SalesMonth } from '@finlist/contract/affiliate'
import { notAvailable } from '@finlist/domain/affiliate/commission'
import { closesAt } from '@finlist/domain/affiliate/month'
import { useState } from 'react'
import { productNow } from '../../api/product-now.ts'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { dollars } from '../../components/money.ts'
import { useTranslation } from '../../i18n/texts.ts'

/** The affiliate's commission for a month, or the date from which it will be available. */
export function Commission({ row: { month, commission } }: { row: SalesMonth }) {
  const t = useTranslation('affiliate')
  const [now] = useState(productNow)
  if (commission !== notAvailable) return dollars(commission)
  const at = closesAt(month)
  return (
    <span className="text-faded">
      {t('not-available')}
      {at > now && <span className="ml-2 text-12 md:whitespace-nowrap">{t('closes', { date: hongKongDate(at) })}</span>}
    </span>
  )
}
