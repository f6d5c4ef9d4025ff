import type { Customer } from '@finlist/contract/customers'
import { useTexts } from '../../../i18n/texts.ts'
import { hongKongDate } from '../../../parts/hong-kong-date.ts'
import { money } from '../../../parts/money.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Section } from '../../../ui/section.tsx'
import type { Begin } from '../deeds/deed.ts'
import { CompanyLink } from './CompanyLink.tsx'
import { Access } from './Access.tsx'

type Props = { customer: Customer; onDeed: Begin }

/** Four things one asks first: who, what they may use, the card that pays, and the credit. */
export function AboutPerson({ customer, onDeed }: Props) {
  return (
    <div className="grid gap-x-10 gap-y-8 md:grid-cols-2 xl:grid-cols-[5fr_6fr_4fr_4fr]">
      <Account customer={customer} />
      <Access customer={customer} onDeed={onDeed} />
      <Card customer={customer} />
      <Credit customer={customer} onDeed={onDeed} />
    </div>
  )
}

function Account({ customer: { profile, customerId, customerLink } }: { customer: Customer }) {
  const t = useTexts('customers')
  const { email, emailVerified, phoneNumber, language, createdAt, registeredAt, deletionAt } = profile
  return (
    <Section title={t('account')}>
      <Facts
        facts={[
          [
            t('email'),
            <>
              {email} {!emailVerified && <Badge>{t('email.unproved')}</Badge>}
            </>,
          ],
          [t('phone'), phoneNumber || null],
          [t('user-id'), profile.userId],
          [
            t('customer-id'),
            customerId && (
              <CompanyLink href={customerLink} className="font-mono text-12">
                {customerId}
              </CompanyLink>
            ),
          ],
          [t('language'), language && t(`language.${language}`)],
          [t('joined'), hongKongDate(createdAt)],
          [t('registered'), registeredAt ? null : <Badge>{t('registered.not')}</Badge>],
          [t('erased'), deletionAt && <span className="text-wrong">{hongKongDate(deletionAt)}</span>],
        ]}
      />
    </Section>
  )
}

function Card({ customer: { card } }: { customer: Customer }) {
  const t = useTexts('customers')
  return (
    <Section title={t('card')}>
      {card ? (
        <div className="mt-2.5 text-13">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-14 font-strong">
            {t('card.ending', { brand: card.brand.replace(/^./, letter => letter.toUpperCase()), last4: card.last4 })}
            {card.expired && <Badge look="wrong">{t('card.expired')}</Badge>}
          </p>
          <p className="text-faded">
            {t('card.expires', { month: String(card.expireMonth).padStart(2, '0'), year: card.expireYear })}
          </p>
        </div>
      ) : (
        <p className="mt-2.5 text-13 text-faded">{t('card.none')}</p>
      )}
    </Section>
  )
}

function Credit({ customer: { credit, creditToTakeBack }, onDeed }: Props) {
  const t = useTexts('customers')
  return (
    <Section title={t('credit')}>
      <p className="mt-2 text-20 font-strong tracking-tight">{money(credit)}</p>
      {creditToTakeBack > 0 && (
        <p className="text-13 text-faded">{t('credit.given', { amount: money(creditToTakeBack) })}</p>
      )}
      {onDeed && (
        <Button className="mt-2.5 px-3 md:min-h-8 md:text-13" onClick={() => onDeed({ kind: 'credit' })}>
          {t('deed.credit')}
        </Button>
      )}
    </Section>
  )
}
