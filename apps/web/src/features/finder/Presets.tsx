import { isOfList } from '@finlist/domain/finder/columns'
import { useOperator } from '../../api/operator.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { useFilterWords } from './filter-words.ts'
import { presets } from './presets.ts'
import { useHasList } from './ScopeChoice.tsx'
import type { useAddress } from './use-address.ts'

/** Ready-made filters, each with an explanation of what it finds and of its purpose. */
export function Presets({ address }: { address: ReturnType<typeof useAddress> }) {
  const t = useTranslation('finder')
  const words = useFilterWords()
  const { finderColumns } = useOperator()
  const hasList = useHasList()
  const offered = presets.filter(
    ({ filters }) =>
      (finderColumns === 'full' || filters.every(({ column }) => column === 'percival_score')) &&
      (hasList || !filters.some(({ column }) => isOfList(column))),
  )
  return (
    <section aria-labelledby="presets" className="mx-auto max-w-232">
      <h2 id="presets" className="border-b border-ink pb-1 text-13 font-strong">
        {t('presets')}
      </h2>
      <ul>
        {offered.map(({ key, filters, sort }) => (
          <li key={key} className="border-b border-line">
            <button
              type="button"
              onClick={() => address.change({ filters: [...filters], sort, stock: undefined })}
              className="grid w-full gap-x-8 gap-y-0.5 px-2 py-3 text-start -outline-offset-2 hover:bg-wash md:grid-cols-[16rem_1fr]"
            >
              <span>
                <span className="block text-14 font-strong text-accent">{t(`preset.${key}`)}</span>
                <span className="block text-12 text-faded">{filters.map(words).join(' · ')}</span>
              </span>
              <span className="text-13">{t(`preset.${key}.why`)}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="pt-2 text-12 text-faded">{t('presets.note')}</p>
    </section>
  )
}
