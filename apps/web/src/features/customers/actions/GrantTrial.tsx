import { grantTrial, mostTrialDays } from '@finlist/contract/customer-actions'
import { type Customer } from '@finlist/contract/customers'
import { type PeriodId, type ProductId, periods, priceCents, products } from '@finlist/domain/plans/catalogue'
import { useState } from 'react'
import { productNow } from '../../../api/product-now.ts'
import { request } from '../../../api/request.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { hongKongDate } from '../../../parts/hong-kong-date.ts'
import { usePlanWords } from '../../../parts/plan-words.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ActionForm } from './ActionForm.tsx'
import { useStaffAction } from './use-staff-action.ts'

const ids = <T extends number>(table: Record<T, unknown>) => Object.keys(table).map(Number) as T[]
const productIds = ids<ProductId>(products)
/** The periods in which a product is sold; all periods where the operator sets the price. */
const periodIds = (productId: ProductId) => {
  const sold = ids<PeriodId>(periods).filter(id => priceCents(productId, id) !== null)
  return sold.length > 0 ? sold : ids<PeriodId>(periods)
}

const usualDays = '14'
const dayMs = 86_400_000
type Body = { productId: ProductId; billingPeriodId: PeriodId; days: number; reason: string }
type Props = { customer: Customer; onClose: () => void; onDone: (said: string) => void }

/** A plan for some days, without the payment provider. Once for a person and product, which the list already shows. */
export function GrantTrial({ customer, onClose, onDone }: Props) {
  const t = useTranslation('customers')
  const words = usePlanWords()
  const [now] = useState(productNow)
  const free = productIds.filter(id => !isTaken(customer, id) && !isHeld(customer, id, now))
  const [productId, setProductId] = useState(free[0])
  const [chosenPeriod, setPeriod] = useState<PeriodId>()
  const [typedDays, setTypedDays] = useState(usualDays)
  const [wrong, setWrong] = useState<string>()
  const days = /^\d{1,2}$/.test(typedDays.trim()) ? Number(typedDays) : 0
  const isGood = days >= 1 && days <= mostTrialDays
  const offered = productId === undefined ? [] : periodIds(productId)
  const billingPeriodId = offered.find(id => id === chosenPeriod) ?? offered.at(-1)
  const plan = productId === undefined ? '' : words.plan({ productId })
  const action = useStaffAction({
    send: (body: Body, idempotencyKey) =>
      request(grantTrial, { params: { userId: customer.profile.userId }, body, idempotencyKey }),
    onDone: ({ endsAt }, body) =>
      onDone(t('done.trial', { plan: words.plan(body), date: hongKongDate(endsAt, 'moment') })),
  })
  const nameOf = (id: ProductId) => {
    if (isTaken(customer, id)) return t('trial.was-taken', { plan: words.plan({ productId: id }) })
    return isHeld(customer, id, now)
      ? t('trial.is-held', { plan: words.plan({ productId: id }) })
      : words.plan({ productId: id })
  }
  return (
    <ActionForm
      sentence={
        productId === undefined || billingPeriodId === undefined || !isGood
          ? undefined
          : t('will.trial', {
              plan,
              period: words.lower(billingPeriodId),
              date: hongKongDate(now + days * dayMs),
              count: days,
            })
      }
      confirmLabel={t('trial.confirm')}
      refusal={action.refusal}
      isBusy={action.isBusy}
      check={() => {
        setWrong(isGood ? undefined : t('trial.days.wrong', { most: mostTrialDays }))
        return isGood && productId !== undefined
      }}
      onConfirm={reason => action.carryOut({ productId: productId!, billingPeriodId: billingPeriodId!, days, reason })}
      onClose={onClose}
    >
      <SelectField
        label={t('plan')}
        value={productId ?? ''}
        wrong={productId === undefined ? t('trial.none-left') : undefined}
        {...(productId === undefined && { empty: t('trial.none-left') })}
        options={productIds.map(id => ({ value: String(id), label: nameOf(id), disabled: !free.includes(id) }))}
        onChange={({ target }) => setProductId(productIds.find(id => id === Number(target.value)))}
      />
      <div className="grid grid-cols-2 items-start gap-4">
        <SelectField
          label={t('trial.period')}
          value={billingPeriodId ?? ''}
          options={offered.map(id => ({ value: String(id), label: words.period(id) }))}
          onChange={({ target }) => setPeriod(offered.find(id => id === Number(target.value)))}
        />
        <TextField
          label={t('trial.days')}
          inputMode="numeric"
          autoComplete="off"
          required
          maxLength={3}
          value={typedDays}
          wrong={wrong}
          hint={t('trial.days.hint', { most: mostTrialDays })}
          onChange={({ target }) => {
            setTypedDays(target.value)
            setWrong(undefined)
          }}
        />
      </div>
    </ActionForm>
  )
}

const isTaken = ({ trialsTaken }: Customer, id: ProductId) => trialsTaken.some(({ productId }) => productId === id)
const isHeld = ({ holdings }: Customer, id: ProductId, now: number) =>
  holdings.some(({ productId, endsAt }) => productId === id && Date.parse(endsAt) > now)
