import type { ListedUser } from '@finlist/contract/staff/users'
import { useTranslation } from '../../i18n/texts.ts'
import { DescriptionList, Fact } from '../../ui/description-list.tsx'
import { Subscriptions } from './Subscriptions.tsx'
import { UserBadgeMark, WhoIs } from './WhoIs.tsx'

/** The list on a phone. */
export function UserCards({ users }: { users: readonly ListedUser[] }) {
  const t = useTranslation('users')
  return (
    <ul aria-label={t('users')} className="border-t border-ink">
      {users.map(user => (
        <li key={user.userId} className="relative border-b border-line py-3 text-13">
          <div className="flex items-start justify-between gap-3">
            <p className="min-w-0 text-14 wrap-anywhere">
              <WhoIs user={user} />
            </p>
            <UserBadgeMark user={user} />
          </div>
          <DescriptionList>
            <Fact name={t('user-id')}>{user.userId}</Fact>
            <Fact name={t('phone')}>{user.phoneNumber}</Fact>
            <Fact name={t('customer-id')}>{user.stripeCustomerId}</Fact>
            <Fact name={t('subscriptions')}>
              <Subscriptions user={user} />
            </Fact>
          </DescriptionList>
        </li>
      ))}
    </ul>
  )
}
