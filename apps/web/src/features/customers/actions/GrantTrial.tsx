import { grantTrial, mostTrialDays } from '@finlist/contract/staff/customer-actions'
import { type Customer } from '@finlist/contract/staff/customers'
import { type PeriodId, periods, priceCents } from '@finlist/domain/plans/catalogue'
import { type ProductId, products } from '@finlist/domain/plans/products'
import { useState } from 'react'
import { productNow } from '../../../api/product-now.ts'
import { hongKongDate } from '../../../components/hong-kong-date.ts'
import { usePlanWords } from '../../../components/plan-words.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { ActionForm } from './ActionForm.tsx'
import { useStaffAction } from './use-staff-action.ts'

const ids = <T extends number>(table: Record<T, unknown>) => Object.keys(table).map(Number) as T[]
const productIds = ids<ProductId>(products)
/** The periods in which a product is sold; all periods if the operator sets its price. */
const periodIds = (productId: ProductId) => {
  const sold = ids<PeriodId>(periods).filter(id => priceCents(productId, id) !== null)
  return sold.length > 0 ? sold : ids<PeriodId>(periods)
}

const offeredFor = (productId: ProductId | undefined) => (productId === undefined ? [] : periodIds(productId))
/** The chosen period if the product is sold in it, else the product's last period. */
const periodOf = (productId: ProductId | undefined, chosen: PeriodId | undefined) => {
  const offered = offeredFor(productId)
  return offered.find(id => id === chosen) ?? offered.at(-1)
}
const daysOf = (typed: string) => (/^\d{1,3}$/.test(typed.trim()) ? Number(typed) : undefined)

const usualDays = '14'
const dayMs = 86_400_000
type Props = { customer: Customer; onClose: () => void; onDone: (said: string) => void }

/**
 * Grants a plan for a number of days, without the payment provider. This is possible once per user and product, so
 * the form omits products that the user has already had.
 */
export function GrantTrial({ customer, onClose, onDone }: Props) {
  const t = useTranslation('customers')
  const words = usePlanWords()
  const [now] = useState(productNow)
  const free = productIds.filter(id => !isTaken(customer, id) && !isHeld(customer, id, now))
  const form = useStaffAction(grantTrial, {
    start: {
      productId: free[0],
      period: undefined as PeriodId | undefined,
      days: usualDays,
      reason: '',
    },
    ask: ({ productId, period, days, reason }) => ({
      params: { userId: customer.profile.userId },
      body: { productId, billingPeriodId: periodOf(productId, period), days: daysOf(days), reason },
    }),
    words: { days: t('trial.days.wrong', { most: mostTrialDays }) },
    onDone: ({ endsAt }, { body }) =>
      onDone(t('done.trial', { plan: words.plan(body), date: hongKongDate(endsAt, 'moment') })),
  })
  const { productId, period } = form.values
  const days = daysOf(form.values.days) ?? 0
  const isGood = days >= 1 && days <= mostTrialDays
  const offered = offeredFor(productId)
  const billingPeriodId = periodOf(productId, period)
  const plan = productId === undefined ? '' : words.plan({ productId })
  const nameOf = (id: ProductId) => {
    if (isTaken(customer, id)) return t('trial.was-taken', { plan: words.plan({ productId: id }) })
    return isHeld(customer, id, now)
      ? t('trial.is-held', { plan: words.plan({ productId: id }) })
      : words.plan({ productId: id })
  }
  return (
    <ActionForm
      form={form}
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
      onClose={onClose}
    >
      <SelectField
        label={t('plan')}
        value={productId ?? ''}
        wrong={productId === undefined ? t('trial.none-left') : form.wrong('productId')}
        {...(productId === undefined && { empty: t('trial.none-left') })}
        options={productIds.map(id => ({ value: String(id), label: nameOf(id), disabled: !free.includes(id) }))}
        onChange={({ target }) =>
          form.set(
            'productId',
            productIds.find(id => id === Number(target.value)),
          )
        }
      />
      <div className="grid grid-cols-2 items-start gap-4">
        <SelectField
          label={t('trial.period')}
          value={billingPeriodId ?? ''}
          options={offered.map(id => ({ value: String(id), label: words.period(id) }))}
          onChange={({ target }) =>
            form.set(
              'period',
              offered.find(id => id === Number(target.value)),
            )
          }
        />
        <TextField
          label={t('trial.days')}
          inputMode="numeric"
          autoComplete="off"
          required
          maxLength={3}
          hint={t('trial.days.hint', { most: mostTrialDays })}
          {...form.field('days')}
        />
      </div>
    </ActionForm>
  )
}

const isTaken = ({ trialsTaken }: Customer, id: ProductId) => trialsTaken.some(({ productId }) => productId === id)
const isHeld = ({ grants }: Customer, id: ProductId, now: number) =>
  grants.some(({ productId, endsAt }) => productId === id && Date.parse(endsAt) > now)
