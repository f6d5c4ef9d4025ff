import { useStored } from '../../../api/storage.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { ToolButton } from '../ToolButton.tsx'
import { keep, syncs, togetherIn } from './sync.ts'

/** Lazy-loaded. Chooses what the charts side by side share. */
export default function TogetherChoice() {
  const t = useTranslation('around')
  const is = togetherIn(useStored('chartAround')['together'])
  return (
    <fieldset className="flex items-center max-md:hidden">
      <legend className="sr-only">{t('together')}</legend>
      <span aria-hidden className="px-1 text-13 text-faded">
        {t('together')}
      </span>
      {syncs.map(it => (
        <ToolButton
          key={it}
          label={t(`together.${it}`)}
          on={is[it]}
          onClick={() => keep({ together: { ...is, [it]: !is[it] } })}
        />
      ))}
    </fieldset>
  )
}
