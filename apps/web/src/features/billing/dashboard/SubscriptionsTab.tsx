import type { Subscription } from '@finlist/contract/billing'
import { lazy, Suspense, useState } from 'react'
import { Link } from '../../../components/link.tsx'
import { useTranslation } from '../../../i18n/texts.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { PaymentFailed } from '../checkout/PaymentFailed.tsx'
import { usePlans } from '../queries.ts'
import { GivenCard } from './GivenCard.tsx'
import { PastDue } from './PastDue.tsx'
import { PaymentCard } from './PaymentCard.tsx'
import { RemainingCredit } from './RemainingCredit.tsx'
import { Section } from './Section.tsx'
import { SubscriptionCard, WaitingCard } from './SubscriptionCard.tsx'
import { useAccountDialog } from './use-account-dialog.ts'

const Disputed = lazy(() => import('./Disputed.tsx'))
const SubscriptionDialog = lazy(() => import('./detail/SubscriptionDialog.tsx'))
const ConfirmOutstanding = lazy(() => import('./outstanding/ConfirmOutstanding.tsx'))
const ChangeCard = lazy(() => import('./card/ChangeCard.tsx'))

/** The user's plans, the card that pays for them and the remaining credit. */
export function SubscriptionsTab() {
  const t = useTranslation('dashboard')
  const { own, gifts, isPending } = usePlans()
  const [done, setDone] = useState<string>()
  const held = own.data?.subscriptions ?? []
  const dialog = useAccountDialog(held)
  const disputed = held.filter(plan => plan.disputed)
  const pastDue = held.filter(plan => plan.status === 'past_due' && !plan.disputed)
  const finish = (said: string) => {
    setDone(said)
    dialog.close()
  }
  const givenCards = gifts.map(one => <GivenCard key={`${one.kind} ${one.productId} ${one.endsAt}`} given={one} />)
  if (!own.data && !isPending)
    return (
      <>
        {givenCards.length > 0 && (
          <Section title={t('plans')}>
            <ul>{givenCards}</ul>
          </Section>
        )}
        {own.error ? (
          <PaymentFailed error={own.error} onRetry={() => void own.refetch()} />
        ) : (
          <p className="max-w-[66ch] py-6 text-14">{t('plans.closed')}</p>
        )}
      </>
    )
  const waits = !own.data || isPending
  return (
    <>
      <output className="block">
        {done && <span className="mb-5 block border-l-2 border-good bg-wash px-4 py-2.5 text-14">{done}</span>}
      </output>
      {(pastDue.length > 0 || disputed.length > 0) && (
        <div role="alert" className="mb-6 grid gap-3">
          <Suspense fallback={null}>
            {disputed.map(plan => (
              <Disputed key={plan.subscriptionId} held={plan} disputed={plan.disputed!} />
            ))}
          </Suspense>
          {pastDue.map(plan => (
            <PastDue
              key={plan.subscriptionId}
              held={plan}
              onChangeCard={dialog.openCard}
              onConfirm={() => dialog.openConfirmation(plan.subscriptionId)}
            />
          ))}
        </div>
      )}
      <div className="grid grid-cols-1 gap-x-14 gap-y-8 xl:grid-cols-[minmax(0,1fr)_16rem]">
        <Section title={t('plans')} beside={held.length > 0 && <MorePlans />}>
          {waits ? (
            <ul aria-busy aria-label={t('loading')}>
              {[1, 2, 3].map(row => (
                <WaitingCard key={row} />
              ))}
            </ul>
          ) : held.length > 0 || givenCards.length > 0 ? (
            <ul>
              {givenCards}
              {held.map(plan => (
                <SubscriptionCard
                  key={plan.subscriptionId}
                  held={plan}
                  onOpen={() => {
                    setDone(undefined)
                    dialog.openSubscription(plan.subscriptionId)
                  }}
                />
              ))}
            </ul>
          ) : (
            <NoPlans />
          )}
        </Section>
        {waits ? (
          <Skeleton className="h-40 w-full" />
        ) : (
          <div className="grid content-start gap-8">
            <PaymentCard card={own.data.cardDetails} onChange={dialog.openCard} />
            <RemainingCredit credit={own.data.credit} owed={owedOf(held)} />
          </div>
        )}
      </div>
      <Suspense fallback={<div className="fixed inset-0 z-40 bg-shade" />}>
        {own.data && dialog.subscription && (
          <SubscriptionDialog
            key={dialog.subscription.subscriptionId}
            held={dialog.subscription}
            card={own.data.cardDetails}
            onChangeCard={dialog.openCard}
            onConfirm={() => dialog.openConfirmation(dialog.subscription!.subscriptionId)}
            onDone={finish}
            onClose={dialog.close}
          />
        )}
        {own.data && dialog.confirming && (
          <ConfirmOutstanding
            held={dialog.confirming}
            card={own.data.cardDetails}
            onChangeCard={dialog.openCard}
            onDone={finish}
            onClose={dialog.close}
          />
        )}
        {own.data && dialog.isCard && (
          <ChangeCard card={own.data.cardDetails} owed={pastDue} onDone={finish} onClose={dialog.close} />
        )}
      </Suspense>
    </>
  )
}

/** The total debt, in cents. The next payment settles it. */
const owedOf = (held: readonly Subscription[]) => held.reduce((sum, { nextCharge }) => sum + (nextCharge?.owed ?? 0), 0)

function MorePlans() {
  const t = useTranslation('dashboard')
  return (
    <Link to="/subscribe" className="text-13 text-accent underline underline-offset-2">
      {t('plans.more')}
    </Link>
  )
}

function NoPlans() {
  const t = useTranslation('dashboard')
  return (
    <div className="py-10">
      <p className="text-16 font-strong">{t('plans.none')}</p>
      <p className="mt-1 text-14 text-faded">{t('plans.none.text')}</p>
      <Link to="/subscribe" className={buttonClass('subscribe', 'mt-4')}>
        {t('plans.find')}
      </Link>
    </div>
  )
}
