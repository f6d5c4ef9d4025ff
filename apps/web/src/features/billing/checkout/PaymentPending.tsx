import { userSubscriptions } from '@finlist/contract/billing'
import type { ProductId } from '@finlist/domain/plans/products'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { request } from '../../../api/request.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { isGood } from '../queries.ts'

const everyMs = 2_000
const looksAtOnce = 15

/** Polls for the bought plan for half a minute. After that, a button polls again. */
export function PaymentPending({ productId, onFound }: { productId: ProductId; onFound: () => void }) {
  const t = useTranslation('billing')
  const [looks, setLooks] = useState(0)
  const isLooking = looks < looksAtOnce
  // A separate query. With the page's own query, the dialog would close as soon as the plan arrives.
  const own = useQuery({
    queryKey: [userSubscriptions.path, 'unsure'],
    queryFn: ({ signal }) => request(userSubscriptions, { signal }),
    enabled: isLooking,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
  })
  const isThere = own.data?.subscriptions.some(held => held.productId === productId && isGood(held)) ?? false
  const tell = useEffectEvent(onFound)
  const { refetch } = own
  useEffect(() => {
    if (isThere) tell()
  }, [isThere])
  useEffect(() => {
    if (!isLooking || isThere) return
    const timer = setTimeout(() => {
      void refetch().finally(() => setLooks(before => before + 1))
    }, everyMs)
    return () => clearTimeout(timer)
  }, [looks, isLooking, isThere, refetch])
  return (
    <div className="mx-auto max-w-md px-4 py-8 text-center" aria-live="polite">
      {isLooking && <Spinner label={t('checkout.unsure.title')} />}
      <p className="text-16">{t(isLooking ? 'checkout.unsure.text' : 'checkout.unsure.late')}</p>
      {!isLooking && (
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          <Button onClick={() => setLooks(0)}>{t('checkout.unsure.look')}</Button>
          <a href="/dashboard" className={buttonClass('main')}>
            {t('checkout.account')}
          </a>
        </div>
      )}
    </div>
  )
}
