import { hongKongDate } from '../../components/hong-kong-date.ts'
import { useTranslation } from '../../i18n/texts.ts'

/** Shown above a page while it displays data fetched before the network was lost. */
export default function KeptNotice({ asAt }: { asAt: number }) {
  const t = useTranslation('notices')
  return (
    <output
      data-banner
      className="sticky block top-(--header) z-10 short:static border-b border-line bg-accent-wash px-4 py-1.5 text-center text-13 text-ink md:px-8"
    >
      <b className="font-strong">{t('kept.offline')}</b> {t('kept.as-at', { when: hongKongDate(asAt, 'moment') })}
    </output>
  )
}
