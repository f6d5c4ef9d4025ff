import { CallError, errorMessage } from '../../../api/call-error.ts'
import { CallFailed } from '../../../components/notices/call-failed.tsx'
import { useTranslation } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/button.tsx'

/** The reason why there is no price: the server's message or, if it gave none, a general one. */
export function PaymentFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTranslation('billing')
  const said = error instanceof CallError && error.httpStatus !== 500 ? errorMessage(error) : undefined
  if (said === undefined) return <CallFailed error={error} onRetry={onRetry} />
  return (
    <div role="alert" className="mx-auto max-w-md px-4 py-14 text-center">
      <p className="text-16">{said}</p>
      {error instanceof CallError && error.httpStatus >= 500 && (
        <Button className="mt-6" onClick={onRetry}>
          {t('error.retry')}
        </Button>
      )}
    </div>
  )
}
