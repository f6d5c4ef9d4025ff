import { CopyButton } from '../../components/copy-button.tsx'
import { useTranslation } from '../../i18n/texts.ts'

/** The affiliate's own code, which they pass on, and its commission rate. */
export function OwnCode({ code, ratePercent }: { code: string; ratePercent: number | null }) {
  const t = useTranslation('affiliate')
  return (
    <section aria-labelledby="own-code" className="mb-9">
      <h2 id="own-code" className="text-13 text-faded">
        {t('own-code')}
      </h2>
      <div className="mt-1 flex flex-wrap items-center gap-x-5 gap-y-2">
        <p className="min-w-0 text-20 font-strong tracking-wide wrap-anywhere md:text-28">{code}</p>
        <CopyButton text={code} />
      </div>
      <p className="mt-2 max-w-[64ch] text-14 text-faded">
        {ratePercent === null ? t('about.no-rate') : t('about', { percent: ratePercent })}
      </p>
    </section>
  )
}
