import type { Customer } from '@finlist/contract/staff/customers'
import { graceDays } from '@finlist/domain/plans/catalogue'
import { useState } from 'react'
import { productNow } from '../../../api/product-now.ts'
import { hongKongDate, lastDay } from '../../../components/hong-kong-date.ts'
import { usePlanWords } from '../../../components/plan-words.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Collapsible } from '../../../ui/collapsible.tsx'
import { Section } from '../../../ui/section.tsx'
import type { Begin } from '../actions/staff-action.ts'

type Grant = Customer['grants'][number]

/** The plans that the user has, paid or granted, and when they end. */
export function Access({ customer, onAction }: { customer: Customer; onAction: Begin }) {
  const t = useTranslation('customers')
  const [now] = useState(productNow)
  const { grants, roles, trialsTaken } = customer
  const standing = grants.filter(({ endsAt }) => Date.parse(endsAt) > now)
  const over = grants.filter(({ endsAt }) => Date.parse(endsAt) <= now)
  const isFriend = roles.includes('friend')
  const isStaff = roles.includes('staff') || roles.includes('admin')
  const byRole = isStaff ? 'staff.is' : isFriend ? 'friend.is' : undefined
  return (
    <Section title={t('access')}>
      {standing.length > 0 && <GrantList grants={standing} />}
      {standing.length === 0 && !byRole && <p className={noneClass}>{t('grant.none')}</p>}
      {standing.some(({ subscriptionId }) => subscriptionId !== null) && (
        <p className="mt-1 text-12 text-faded">{t('access.grace', { count: graceDays })}</p>
      )}
      {byRole && <p className="mt-1 text-13">{t(byRole)}</p>}
      {over.length > 0 && (
        <Collapsible label={t('grant.over', { count: over.length })}>
          <GrantList grants={over} />
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
          {roles.length > 0 && (
            <Button className="px-3 md:min-h-8 md:text-13" onClick={() => onAction({ kind: 'take-role' })}>
              {t('action.take-role')}
            </Button>
          )}
        </div>
      )}
    </Section>
  )
}

const noneClass = 'mt-2.5 text-13 text-faded'

function GrantList({ grants }: { grants: readonly Grant[] }) {
  const t = useTranslation('customers')
  const words = usePlanWords()
  return (
    <ul className="mt-1 text-13">
      {grants.map(grant => (
        <li key={grant.grantId} className="flex items-baseline justify-between gap-4 border-b border-line py-1.5">
          <span className="min-w-0">
            {words.plan(grant)}{' '}
            <span className="text-12 whitespace-nowrap text-faded">
              {words.period(grant.billingPeriodId)} · {t(howCome(grant))}
            </span>
          </span>
          <span className="figures shrink-0 whitespace-nowrap">{t('until', { date: lastDay(grant.endsAt) })}</span>
        </li>
      ))}
    </ul>
  )
}

const howCome = ({ isTrial, subscriptionId }: Grant) =>
  isTrial ? 'grant.trial' : subscriptionId === null ? 'grant.given' : 'grant.paid'

function TrialsTaken({ trialsTaken }: Pick<Customer, 'trialsTaken'>) {
  const t = useTranslation('customers')
  const words = usePlanWords()
  const taken = trialsTaken.map(({ productId, takenAt }) =>
    t('trial.taken', { plan: words.plan({ productId }), date: hongKongDate(takenAt) }),
  )
  return <p className="mt-1.5 text-12 text-faded">{t('trials', { taken: taken.join(t('and')) })}</p>
}
