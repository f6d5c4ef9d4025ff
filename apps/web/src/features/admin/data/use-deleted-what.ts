import { formatDay } from '../../../components/market-dates.ts'
import { useTranslation } from '../../../i18n/texts.ts'

/** Describes the prices of a day, of a stock, or of a stock on a day in words. Omits blank fields. */
export function useDeletedWhat() {
  const t = useTranslation('admin')
  return ({ stockCode: stock, date }: { stockCode: string | null; date: string | null }) => {
    if (!date) return t('data.delete.stock', { stock: stock ?? '' })
    const day = formatDay(date, 'short')
    return stock ? t('data.delete.bar', { stock, date: day }) : t('data.delete.day', { date: day })
  }
}
