import { type CardDetails, existingCard } from '@finlist/contract/billing'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CardClient } from '../../../api/card-client/card-client.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/button.tsx'

type Props = {
  client: CardClient | undefined
  card: CardDetails | null
  /** The amount to pay today, in cents. */
  amount: number
  label: string
  disabled: boolean
  onPay: (paymentMethod: string) => Promise<'success' | 'fail'>
}

/**
 * Payment without typing a card: by the device's wallet or the card on file. Renders nothing if neither is available.
 */
export function ExpressCheckout({ client, card, amount, label, disabled, onPay }: Props) {
  const t = useTranslation('billing')
  const hasWallet = useHasWallet(client, amount)
  if (!hasWallet && !card) return null
  return (
    <section aria-labelledby="express-title">
      <h3 id="express-title" className="mb-2 text-13 font-strong">
        {t('checkout.express')}
      </h3>
      <div className="grid gap-2.5">
        {hasWallet && client && (
          <div inert={disabled} className={disabled ? 'opacity-55' : ''}>
            <WalletButton client={client} amount={amount} label={label} onPay={onPay} />
          </div>
        )}
        {card && (
          <div>
            <Button
              className="w-full"
              disabled={disabled || card.expired}
              aria-describedby={card.expired ? 'card-expired' : undefined}
              onClick={() => void onPay(existingCard)}
            >
              {t('checkout.card-on-file', { last4: card.cardNumberLast4 })}
            </Button>
            {card.expired && (
              <p id="card-expired" className="mt-1 text-13 text-faded">
                {t('checkout.card-expired', {
                  month: String(card.expireMonth).padStart(2, '0'),
                  year: card.expireYear,
                })}
              </p>
            )}
          </div>
        )}
      </div>
      <p className="mt-4 flex items-center gap-3 text-13 text-faded before:flex-1 before:border-t before:border-line after:flex-1 after:border-t after:border-line">
        {t('checkout.or-card')}
      </p>
    </section>
  )
}

function useHasWallet(client: CardClient | undefined, amount: number): boolean {
  const [has, setHas] = useState(false)
  useEffect(() => {
    let isCurrent = true
    client
      ?.walletAvailability({ amount })
      .then(({ applePay, googlePay }) => isCurrent && setHas(applePay || googlePay))
      .catch(console.error)
    return () => {
      isCurrent = false
    }
  }, [client, amount])
  return has
}

type WalletProps = Pick<Props, 'amount' | 'label' | 'onPay'> & { client: CardClient }

function WalletButton({ client, amount, label, onPay }: WalletProps) {
  const place = useRef<HTMLDivElement>(null)
  const mounted = useRef<ReturnType<CardClient['mountWallet']>>(undefined)
  const pay = useEffectEvent(onPay)
  const mount = useEffectEvent((target: HTMLElement) => client.mountWallet(target, { amount, label }, id => pay(id)))
  useEffect(() => {
    mounted.current = mount(place.current!)
    return () => mounted.current?.destroy()
  }, [client])
  useEffect(() => mounted.current?.update({ amount }), [amount])
  return <div ref={place} className="min-h-11" />
}
