import type { CouponDetail } from '@finlist/contract/billing'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { CallError } from '../../../api/call-error.ts'
import { failureText } from '../../../components/failure-text.ts'
import { useTranslation } from '../../../i18n/texts.ts'

type Price = { couponDetail: CouponDetail | null }

/**
 * Fetches the price of the plan to be bought on mount, and keeps the state of its coupon. `ask` fetches the price with
 * a coupon code (trimmed) or, for null, without a coupon.
 */
export function usePrice<P extends Price>(ask: (couponCode: string | null) => Promise<P>) {
  const t = useTranslation('billing')
  const [price, setPrice] = useState<P>()
  const [typed, setTyped] = useState('')
  const asking = useMutation({ networkMode: 'always', mutationFn: ask, onSuccess: setPrice })
  const { mutate, mutateAsync } = asking
  useEffect(() => mutate(null), [mutate])

  const code = typed.trim()
  const isCoupon = asking.variables != null
  const coupon = {
    typed,
    setTyped: (text: string) => {
      setTyped(text)
      if (isCoupon && !asking.isPending) asking.reset()
    },
    applied: price?.couponDetail ?? null,
    checking: asking.isPending && isCoupon,
    /** The reason why the last code was not accepted. */
    wrong: asking.error && isCoupon ? why(asking.error) : undefined,
    canApply: code !== '' && !asking.isPending,
    /** Whether a code has been typed but neither applied nor removed. Payment is then blocked. */
    isOpen: code !== '' && !price?.couponDetail,
    apply: () => mutate(code, { onSuccess: () => setTyped('') }),
    dismiss: () => {
      setTyped('')
      mutate(null)
    },
  }

  /** Refetches the price, with the coupon if it is still valid. */
  const renew = async () => {
    try {
      await mutateAsync(price?.couponDetail?.code ?? null)
    } catch {
      await mutateAsync(null).catch(console.error)
    }
  }
  const failure = asking.error && !isCoupon ? asking.error : undefined
  return { price, coupon, isAsking: asking.isPending, failure, retry: () => mutate(null), renew }

  function why(error: Error): string {
    if (error instanceof CallError && error.errors[0]?.code === 'coupon') return t('subscribe.error.invalid-coupon')
    return failureText(error, t)
  }
}
export type Coupon = ReturnType<typeof usePrice>['coupon']
