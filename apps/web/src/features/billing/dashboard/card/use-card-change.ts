import { type CardDetails, updateCard } from '@finlist/contract/billing'
import { useRef, useState } from 'react'
import { CallError, errorMessage, isStepUpRefused } from '../../../../api/call-error.ts'
import type { CardClient } from '../../../../api/card-client/card-client.ts'
import { queryClient } from '../../../../api/query-client.ts'
import { request } from '../../../../api/request.ts'
import { useTranslation } from '../../../../i18n/texts.ts'
import { authenticateCard, type VisitBank } from '../../card/authenticate.ts'
import { subscriptions } from '../../queries.ts'
import { useCardName } from '../card-name.ts'
import { refetchBilling } from '../refetch-billing.ts'

type Props = {
  client: CardClient | undefined
  visitBank: VisitBank
  /** Whether an outstanding payment is charged to the new card. */
  isOwed: boolean
  onDone: (said: string) => void
}

/** Stores a new card, authenticated by the bank where required. Only the id of the card is sent to the server. */
export function useCardChange({ client, visitBank, isOwed, onDone }: Props) {
  const t = useTranslation('dashboard')
  const nameOf = useCardName()
  const [isSaving, setSaving] = useState(false)
  const [alert, setAlert] = useState<string>()
  const [notice, setNotice] = useState<string>()
  const isUnderWay = useRef(false)

  const save = async (methodOf: () => Promise<string | undefined>) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setSaving(true)
    setNotice(undefined)
    try {
      const paymentMethod = await methodOf()
      if (paymentMethod !== undefined) await put(paymentMethod)
    } catch (error) {
      explain(error)
    } finally {
      isUnderWay.current = false
      setSaving(false)
    }
  }

  const put = async (paymentMethod: string) => {
    const body = { paymentMethod }
    let answer = await request(updateCard, { body })
    if (answer.status === 'requires_action' && answer.setupIntentSecret && client) {
      await authenticateCard(client, answer.setupIntentSecret, visitBank)
      answer = await request(updateCard, { body })
    }
    if (answer.status !== 'succeeded' || !answer.cardDetails) return setAlert(t('change-card.not-confirmed'))
    await refetchBilling()
    onDone(saidOf(answer.cardDetails))
  }
  const saidOf = (card: CardDetails) => {
    const held = queryClient.getQueryData(subscriptions.queryKey)?.subscriptions ?? []
    const isStillOwed = held.some(({ status }) => status === 'past_due')
    return t(!isOwed ? 'done.card' : isStillOwed ? 'done.card-unpaid' : 'done.card-paid', { card: nameOf(card) })
  }

  const explain = (error: unknown) => {
    console.error(error)
    const { code, message } = (error instanceof CallError && error.errors[0]) || {}
    if (isStepUpRefused(error)) return
    if (code === 'in_progress') return setNotice(message)
    const mayBeSaved = error instanceof CallError && (error.httpStatus === 0 || error.httpStatus >= 500)
    if (mayBeSaved && code !== 'unavailable') {
      void refetchBilling()
      return setNotice(t('change-card.unsure'))
    }
    setAlert(errorMessage(error) ?? t('change-card.not-confirmed'))
  }
  return { isSaving, alert, notice, save, closeAlert: () => setAlert(undefined) }
}
