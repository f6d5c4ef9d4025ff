import type { Overview } from '@finlist/contract/staff/overview'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { DescriptionList, Fact } from '../../ui/description-list.tsx'
import { Section } from '../../ui/section.tsx'
import { useMessageName } from './message-name.ts'

/** The pending and failed messages, both billing e-mails and those in the mail queue. */
export function MailSection({ mail: { billingEmails, queue } }: { mail: Overview['mail'] }) {
  const t = useTranslation('overview')
  const nameOf = useMessageName()
  return (
    <Section title={t('mail')}>
      <DescriptionList>
        <Fact name={t('billing-emails.waiting')}>
          {billingEmails.retried > 0
            ? t('billing-emails.retried', { waiting: billingEmails.waiting, retried: billingEmails.retried })
            : billingEmails.waiting}
        </Fact>
        <Fact name={t('billing-emails.failed')}>
          <Trouble count={billingEmails.failed} />
        </Fact>
        <Fact name={t('billing-emails.last')}>
          {billingEmails.lastSentAt ? hongKongDate(billingEmails.lastSentAt, 'moment') : t('never')}
        </Fact>
        {queue ? (
          <>
            <Fact name={t('queue.waiting')}>{queue.waiting}</Fact>
            <Fact name={t('queue.failed')}>
              <Trouble count={queue.failed} />
            </Fact>
            {queue.lost.map(({ kind, count, lastAt, fault }) => (
              <Fact key={kind} name={nameOf(kind)}>
                {t('queue.lost', { count, at: hongKongDate(lastAt, 'moment'), fault })}
              </Fact>
            ))}
          </>
        ) : (
          <Fact name={t('queue')}>{t('queue.none')}</Fact>
        )}
      </DescriptionList>
    </Section>
  )
}

/** Webhook events of the payment provider that have not been applied yet. */
export function EventsSection({ events }: { events: Overview['events'] }) {
  const t = useTranslation('overview')
  return (
    <Section title={t('events')}>
      {events ? (
        <DescriptionList>
          <Fact name={t('events.waiting')}>{events.waiting}</Fact>
          <Fact name={t('events.failing')}>
            <Trouble count={events.failing} />
          </Fact>
          <Fact name={t('events.oldest')}>
            {events.oldestWaitingAt && hongKongDate(events.oldestWaitingAt, 'moment')}
          </Fact>
          <Fact name={t('events.last')}>
            {events.lastReceivedAt ? hongKongDate(events.lastReceivedAt, 'moment') : t('never')}
          </Fact>
          <Fact name={t('events.error')}>{events.lastError}</Fact>
        </DescriptionList>
      ) : (
        <p className="mt-2.5 text-13 text-faded">{t('events.none')}</p>
      )}
    </Section>
  )
}

const Trouble = ({ count }: { count: number }) => (
  <span className={count > 0 ? 'font-strong text-wrong' : ''}>{count}</span>
)
