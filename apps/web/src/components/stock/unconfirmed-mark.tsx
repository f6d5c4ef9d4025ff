import { useTranslation } from '../../i18n/texts.ts'

/** Mark next to a price that results from an unexplained move. */
export function UnconfirmedMark() {
  const t = useTranslation('stock')
  return (
    <span title={t('unconfirmed')} className="pl-1 font-strong text-accent">
      <span aria-hidden>?</span>
      <span className="sr-only">{t('unconfirmed')}</span>
    </span>
  )
}
