import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'

/** Replaces data that could not be fetched. `unanswered`: there was no response, for example without a network. */
export function UnknownError({ unanswered = false, onRetry }: { unanswered?: boolean; onRetry?: () => void }) {
  const t = useTranslation()
  return (
    <section className="mx-auto flex max-w-md flex-col items-center px-4 py-12 text-center md:py-20" role="alert">
      <svg viewBox="0 0 120 72" width="120" height="72" fill="none" role="presentation" aria-hidden>
        <path d="M4 62h112M4 42h112M4 22h112" stroke="var(--line)" />
        <path d="m6 50 16-9 13 6 12-17 8 4" stroke="var(--ink)" strokeWidth="2" />
        <path d="m71 37 10-8 12 5 20-20" stroke="var(--edge)" strokeWidth="2" strokeDasharray="2 4" />
        <path d="m58 30 8 8m0-8-8 8" stroke="var(--wrong)" strokeWidth="2" />
      </svg>
      <p className="mt-6 text-16">{t(unanswered ? 'error.unanswered' : 'error.unknown')}</p>
      {onRetry && (
        <Button variant="plain" className="mt-6" onClick={onRetry}>
          {t('error.retry')}
        </Button>
      )}
    </section>
  )
}
