import type { Customer } from '@finlist/contract/customers'
import { graceDays } from '@finlist/domain/plans/catalogue'
import { useState } from 'react'
import { productNow } from '../../../api/product-now.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { hongKongDate } from '../../../parts/hong-kong-date.ts'
import { usePlanWords } from '../../../parts/plan-words.ts'
import { Button } from '../../../ui/button.tsx'
import { Collapsible } from '../../../ui/collapsible.tsx'
import { Section } from '../../../ui/section.tsx'
import type { Begin } from '../actions/staff-action.ts'

type Grant = Customer['holdings'][number]

/** What the person may use, given or paid, and until when. */
export function Access({ customer, onAction }: { customer: Customer; onAction: Begin }) {
  const t = useTranslation('customers')
  const [now] = useState(productNow)
  const { holdings, roles, trialsTaken } = customer
  const standing = holdings.filter(({ endsAt }) => Date.parse(endsAt) > now)
  const over = holdings.filter(({ endsAt }) => Date.parse(endsAt) <= now)
  const isFriend = roles.includes('friend')
  const isStaff = roles.includes('staff') || roles.includes('admin')
  const byRole = isStaff ? 'staff.is' : isFriend ? 'friend.is' : undefined
  return (
    <Section title={t('access')}>
      {standing.length > 0 && <GrantList holdings={standing} />}
      {standing.length === 0 && !byRole && <p className={noneClass}>{t('holdings.none')}</p>}
      {standing.some(({ subscriptionId }) => subscriptionId !== null) && (
        <p className="mt-1 text-12 text-faded">{t('access.grace', { count: graceDays })}</p>
      )}
      {byRole && <p className="mt-1 text-13">{t(byRole)}</p>}
      {over.length > 0 && (
        <Collapsible label={t('holdings.over', { count: over.length })}>
          <GrantList holdings={over} />
        </Collapsible>
      )}
      {trialsTaken.length > 0 && <TrialsTaken trialsTaken={trialsTaken} />}
      {onAction && (
        <div className="mt-2.5 flex flex-wrap gap-2">
          <Button className="px-3 md:min-h-8 md:text-13" onClick={() => onAction({ kind: 'trial' })}>
            {t('action.trial')}
          </Button>
          <Button className="px-3 md:min-h-8 md:text-13" onClick={() => onAction({ kind: 'friend' })}>
            {t(isFriend ? 'action.friend.end' : 'action.friend')}
          </Button>
        </div>
      )}
    </Section>
  )
}

const noneClass = 'mt-2.5 text-13 text-faded'

function GrantList({ holdings }: { holdings: readonly Grant[] }) {
  const t = useTranslation('customers')
  const words = usePlanWords()
  return (
    <ul className="mt-1 text-13">
      {holdings.map(holding => (
        <li key={holding.holdingId} className="flex items-baseline justify-between gap-4 border-b border-line py-1.5">
          <span className="min-w-0">
            {words.plan(holding)}{' '}
            <span className="text-12 whitespace-nowrap text-faded">
              {words.period(holding.billingPeriodId)} · {t(howCome(holding))}
            </span>
          </span>
          <span className="figures shrink-0 whitespace-nowrap">
            {t('until', { date: hongKongDate(holding.endsAt) })}
          </span>
        </li>
      ))}
    </ul>
  )
}

const howCome = ({ isTrial, subscriptionId }: Grant) =>
  isTrial ? 'holding.trial' : subscriptionId === null ? 'holding.given' : 'holding.paid'

function TrialsTaken({ trialsTaken }: Pick<Customer, 'trialsTaken'>) {
  const t = useTranslation('customers')
  const words = usePlanWords()
  const taken = trialsTaken.map(({ productId, takenAt }) =>
    t('trial.taken', { plan: words.plan({ productId }), date: hongKongDate(takenAt) }),
  )
  return <p className="mt-1.5 text-12 text-faded">{t('trials', { taken: taken.join(t('and')) })}</p>
}
