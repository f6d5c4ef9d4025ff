import { useTranslation } from '../i18n/texts.ts'

/** Beside a price that comes of a move which nobody has explained. */
export function UnconfirmedMark() {
  const t = useTranslation('stock')
  return (
    <span title={t('unconfirmed')} className="pl-1 font-strong text-accent">
      <span aria-hidden>?</span>
      <span className="sr-only">{t('unconfirmed')}</span>
    </span>
  )
}
