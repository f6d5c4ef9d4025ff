import type { FinListStock } from '@finlist/contract/finlist'
import type { ExchangeId } from '@finlist/domain/markets'
import { lazy, Suspense, useState } from 'react'
import { fetchTexts, useTranslation } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

const PickCheck = lazy(async () => {
  const code = await import('./PickCheck.tsx')
  await fetchTexts('check-pick')
  return code
})

export type PickKey = { exchange: ExchangeId; issueDate: string; stock: FinListStock }

/** Rebuilds the pick on demand. Nothing is loaded for this before the button is pressed. */
export function CheckPick(pick: PickKey) {
  const t = useTranslation('why')
  const [isAsked, setAsked] = useState(false)
  return (
    <section className="mt-4 text-13">
      {isAsked ? (
        <Suspense fallback={<Skeleton className="h-24 w-full" />}>
          <PickCheck {...pick} />
        </Suspense>
      ) : (
        <Button onClick={() => setAsked(true)}>{t('check')}</Button>
      )}
    </section>
  )
}
