import type { Customer } from '@finlist/contract/staff/customers'
import { hongKongDate } from '../../../components/hong-kong-date.ts'
import { money } from '../../../components/money.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { DescriptionList, Fact } from '../../../ui/description-list.tsx'
import { Section } from '../../../ui/section.tsx'
import type { Begin } from '../actions/staff-action.ts'
import { Access } from './Access.tsx'
import { CompanyLink } from './CompanyLink.tsx'

type Props = { customer: Customer; onAction: Begin }

/** The four key facts: the user, their access, their card and their credit. */
export function AboutPerson({ customer, onAction }: Props) {
  return (
    <div className="grid gap-x-10 gap-y-8 md:grid-cols-2 xl:grid-cols-[5fr_6fr_4fr_4fr]">
      <Account customer={customer} onAction={onAction} />
      <Access customer={customer} onAction={onAction} />
      <Card customer={customer} />
      <Credit customer={customer} onAction={onAction} />
    </div>
  )
}

function Account({ customer: { profile, customerId, customerLink }, onAction }: Props) {
  const t = useTranslation('customers')
  const { email, emailVerified, phoneNumber, language, createdAt, registeredAt, deletionAt } = profile
  return (
    <Section title={t('account')}>
      <DescriptionList>
        <Fact name={t('email')}>
          {email} {!emailVerified && <Badge>{t('email.unproved')}</Badge>}
        </Fact>
        <Fact name={t('phone')}>{phoneNumber}</Fact>
        <Fact name={t('user-id')}>{profile.userId}</Fact>
        <Fact name={t('customer-id')}>
          {customerId && (
            <CompanyLink href={customerLink} className="font-mono text-12">
              {customerId}
            </CompanyLink>
          )}
        </Fact>
        <Fact name={t('language')}>{language && t(`language.${language}`)}</Fact>
        <Fact name={t('joined')}>{hongKongDate(createdAt)}</Fact>
        <Fact name={t('registered')}>{registeredAt ? null : <Badge>{t('registered.not')}</Badge>}</Fact>
        <Fact name={t('boards')}>{profile.onBoards ? null : <Badge>{t('boards.off')}</Badge>}</Fact>
        <Fact name={t('erased')}>{deletionAt && <span className="text-wrong">{hongKongDate(deletionAt)}</span>}</Fact>
      </DescriptionList>
      {onAction && (
        <div className="mt-2.5 flex flex-wrap gap-2">
          <Button className="px-3 md:min-h-8 md:text-13" onClick={() => onAction({ kind: 'sign-out' })}>
            {t('action.sign-out')}
          </Button>
          <Button className="px-3 md:min-h-8 md:text-13" onClick={() => onAction({ kind: 'block' })}>
            {t(profile.blocked ? 'action.unblock' : 'action.block')}
          </Button>
          <Button className="px-3 md:min-h-8 md:text-13" onClick={() => onAction({ kind: 'boards' })}>
            {t(profile.onBoards ? 'action.boards.leave' : 'action.boards.join')}
          </Button>
          <Button className="px-3 md:min-h-8 md:text-13" onClick={() => onAction({ kind: 'export' })}>
            {t('action.export')}
          </Button>
          <Button className="px-3 md:min-h-8 md:text-13" onClick={() => onAction({ kind: 'join' })}>
            {t('action.join')}
          </Button>
          {!deletionAt && (
            <Button className="px-3 md:min-h-8 md:text-13" onClick={() => onAction({ kind: 'erase' })}>
              {t('action.erase')}
            </Button>
          )}
        </div>
      )}
    </Section>
  )
}

function Card({ customer: { card } }: { customer: Customer }) {
  const t = useTranslation('customers')
  return (
    <Section title={t('card')}>
      {card ? (
        <div className="mt-2.5 text-13">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-14 font-strong">
            {t('card.ending', { brand: card.brand.replace(/^./, letter => letter.toUpperCase()), last4: card.last4 })}
            {card.expired && <Badge variant="wrong">{t('card.expired')}</Badge>}
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

function Credit({ customer: { credit, creditToTakeBack }, onAction }: Props) {
  const t = useTranslation('customers')
  return (
    <Section title={t('credit')}>
      <p className="mt-2 text-20 font-strong tracking-tight">{money(credit)}</p>
      {creditToTakeBack > 0 && (
        <p className="text-13 text-faded">{t('credit.given', { amount: money(creditToTakeBack) })}</p>
      )}
      {onAction && (
        <Button className="mt-2.5 px-3 md:min-h-8 md:text-13" onClick={() => onAction({ kind: 'credit' })}>
          {t('action.credit')}
        </Button>
      )}
    </Section>
  )
}
