import { CircleHelp } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { fetchTexts, useTranslation } from '../../i18n/texts.ts'
import { buttonClass } from '../../ui/button.tsx'

const FinListHelp = lazy(async () => {
  const code = await import('./FinListHelp.tsx')
  await Promise.all((['list-help', 'figures', 'figure-definitions', 'glossary'] as const).map(fetchTexts))
  return code
})

/**
 * The tools between the date and its list. A phone collapses all except the search, to keep the list in view.
 */
export function Toolbar({ search, children }: { search?: ReactNode; children?: ReactNode }) {
  const t = useTranslation('finlist')
  const [isOpen, setOpen] = useState(false)
  /** Whether the help is open; undefined until it has been opened once. */
  const [help, setHelp] = useState<boolean>()
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 pb-1 md:gap-x-5 md:pt-3 md:pb-2">
      {search}
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={t('nav.more')}
        onClick={() => setOpen(!isOpen)}
        className={buttonClass('plain', 'ml-auto w-11 px-0! md:hidden!')}
      >
        <span aria-hidden>⋯</span>
      </button>
      <div className={`w-full flex-wrap items-center gap-x-2 gap-y-1 md:contents ${isOpen ? 'flex' : 'hidden'}`}>
        {children}
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setHelp(true)}
          className={buttonClass('quiet', 'ml-auto px-0! text-13! font-normal! text-accent!')}
        >
          <CircleHelp size={15} aria-hidden />
          {t('help')}
        </button>
      </div>
      {help !== undefined && (
        <Suspense>
          <FinListHelp open={help} onClose={() => setHelp(false)} />
        </Suspense>
      )}
    </div>
  )
}
