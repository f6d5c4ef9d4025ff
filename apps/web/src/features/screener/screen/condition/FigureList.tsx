import { type FigureName, figureOf } from '@finlist/domain/screener/figures'
import { Lock } from 'lucide-react'
import { type Ref, useState } from 'react'
import { useTranslation } from '../../../../i18n/texts.ts'
import { SearchField } from '../../../../ui/fields/search-field.tsx'
import { figuresByGroup, useFigureWords } from '../figure-words.ts'

type Props = {
  ref: Ref<HTMLDivElement>
  /** Whether the user's plan lacks the figure in all of the markets. */
  isLocked: (name: FigureName) => boolean
  onChoose: (name: FigureName) => void
}

/** Choice of a figure, by group or found by its name or definition. */
export function FigureList({ ref, isLocked, onChoose }: Props) {
  const t = useTranslation('screener')
  const { nameOf, definitionOf, groupOf } = useFigureWords()
  const [sought, setSought] = useState('')
  const typed = sought.trim().toLowerCase()
  const matches = (name: FigureName) => `${name} ${nameOf(name)} ${definitionOf(name)}`.toLowerCase().includes(typed)
  const shown = figuresByGroup
    .map(({ group, figures }) => ({ group, figures: figures.filter(matches) }))
    .filter(({ figures }) => figures.length > 0)
  return (
    <div ref={ref} className="md:h-[60dvh]">
      <SearchField label={t('figures.find')} clearLabel={t('clear-search')} value={sought} onChange={setSought} />
      {shown.map(({ group, figures }) => (
        <section key={group} aria-labelledby={`figures-${group}`} className="mt-4">
          <h3 id={`figures-${group}`} className="border-b border-ink pb-1 text-13 font-strong">
            {groupOf(group)}
          </h3>
          <ul className="md:columns-2 md:gap-x-6">
            {figures.map(name => (
              <li key={name} className="break-inside-avoid border-b border-line">
                <button
                  type="button"
                  title={definitionOf(name)}
                  onClick={() => onChoose(name)}
                  className="flex min-h-11 w-full items-center gap-2 px-1 text-start text-14 -outline-offset-2 hover:bg-wash md:min-h-8 md:text-13"
                >
                  <span className="min-w-0 flex-1">{nameOf(name)}</span>{' '}
                  {figureOf(name).market && <span className="text-12 text-faded">{t('figures.hk')}</span>}{' '}
                  {isLocked(name) && (
                    <>
                      <Lock size={13} aria-hidden className="text-faded" />
                      <span className="sr-only">{t('needs-plan')}</span>
                    </>
                  )}{' '}
                  <span className="font-mono text-12 text-faded">{name}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <output className="mt-4 block text-13 text-faded">{shown.length === 0 && t('figures.none')}</output>
    </div>
  )
}
