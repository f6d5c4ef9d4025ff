import { ChevronLeft } from 'lucide-react'
import { useTranslation } from '../../../../i18n/texts.ts'

type Props = { title: string; onBack?: () => void }

/** The head of a step within the dialog. It takes the focus, because the button that led here has been removed. */
export function StepHead({ title, onBack }: Props) {
  const t = useTranslation('dashboard')
  return (
    <>
      {onBack && (
        <button
          type="button"
          onClick={onBack}
          className="-ml-1 flex min-h-11 items-center gap-0.5 pr-2 text-13 text-accent md:min-h-8"
        >
          <ChevronLeft size={16} aria-hidden /> {t('back')}
        </button>
      )}
      <h3 ref={bringThere} tabIndex={-1} className="text-20 font-strong tracking-tight outline-none">
        {title}
      </h3>
    </>
  )
}

const bringThere = (title: HTMLElement | null) => title?.focus()
