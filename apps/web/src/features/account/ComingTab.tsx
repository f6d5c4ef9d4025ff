import { useTexts } from '../../i18n/texts.ts'
import { Badge } from '../../ui/badge.tsx'

/** Says openly what will stand in a tab that is not built. */
export function ComingTab({ tab }: { tab: 'subscriptions' | 'receipts' }) {
  const t = useTexts('account')
  return (
    <>
      <p className="max-w-[60ch] text-16">{t(`coming.${tab}`)}</p>
      <p className="mt-3 flex items-center gap-2 text-13 text-faded">
        <Badge>{t('coming')}</Badge>
        {t('coming.note')}
      </p>
    </>
  )
}
