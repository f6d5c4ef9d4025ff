import { CircleHelp } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { fetchTexts, useTranslation } from '../../i18n/texts.ts'
import { buttonClass } from '../../ui/button.tsx'

const FinListHelp = lazy(async () => {
  const code = await import('./FinListHelp.tsx')
  await Promise.all([fetchTexts('list-help'), fetchTexts('glossary')])
  return code
})

/** The tools between the date and its list; the help is always there. */
export function Toolbar({ children }: { children?: ReactNode }) {
  const t = useTranslation('finlist')
  const [help, setHelp] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 md:gap-x-5 pt-3 pb-2">
      {children}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setHelp('open')}
        className={buttonClass('quiet', 'ml-auto px-0! text-13! font-normal! text-accent!')}
      >
        <CircleHelp size={15} aria-hidden />
        {t('help')}
      </button>
      {help !== 'never' && (
        <Suspense>
          <FinListHelp open={help === 'open'} onClose={() => setHelp('closed')} />
        </Suspense>
      )}
    </div>
  )
}
